//! Whether a picture is well-formed, and whether its texts can be read.

use roxmltree::{Document, Node};

/// The width of a character, as a share of the size of the type. Sans-serif fonts have about this on average.
const CHARACTER: f64 = 0.54;
const MONOSPACED: f64 = 0.61;

/// Where a text lies: left, top, right, bottom.
struct Place<'a> {
    text: &'a str,
    corners: [f64; 4],
}

/// An error says what is wrong.
pub fn check(svg: &str) -> Result<(), String> {
    let document = Document::parse(svg).map_err(|error| error.to_string())?;
    let root = document.root_element();
    for attribute in document.descendants().flat_map(|node| node.attributes()) {
        let value = attribute.value();
        if value.contains("NaN") || value.contains("inf") {
            return Err(format!("{}=\"{value}\"", attribute.name()));
        }
    }
    let (width, height) = (number(root, "width"), number(root, "height"));
    let texts: Vec<Place<'_>> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| Some((node, node.text().filter(|text| !text.is_empty())?)))
        .map(|(node, text)| place(node, text))
        .collect();
    for (index, Place { text, corners: [left, top, right, bottom] }) in texts.iter().enumerate() {
        if ["NaN", "inf"].contains(text) {
            return Err(format!("text: {text}"));
        }
        if *left < 0.0 || *top < 0.0 || *right > width || *bottom > height {
            return Err(format!("{text} is outside: {left} to {right}, {top} to {bottom} of {width} x {height}"));
        }
        for other in &texts[..index] {
            let [other_left, other_top, other_right, other_bottom] = other.corners;
            if *left < other_right && other_left < *right && *top < other_bottom && other_top < *bottom {
                return Err(format!("{text} lies over {}", other.text));
            }
        }
    }
    Ok(())
}

fn number(node: Node<'_, '_>, attribute: &str) -> f64 {
    node.attribute(attribute).and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{attribute} of {node:?}"))
}

/// Of turned text only the beginning counts, which lies lowest and furthest to the left.
fn place<'a>(node: Node<'a, '_>, text: &'a str) -> Place<'a> {
    let size: f64 = node.attribute("font-size").map_or(13.0, |size| size.parse().expect("a size"));
    let is_monospaced = node.attribute("font-family").is_some();
    let width = size * text.chars().count() as f64 * if is_monospaced { MONOSPACED } else { CHARACTER };
    let (x, y) = (number(node, "x"), number(node, "y"));
    if let Some(turn) = node.attribute("transform") {
        let degrees: f64 = turn.trim_start_matches("rotate(-").split(' ').next().unwrap().parse().expect("an angle");
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let (left, bottom, character) = (x - width * cosine, y + width * sine, size / 2.0);
        return Place { text, corners: [left, bottom - character, left + character, bottom] };
    }
    let left = match node.attribute("text-anchor") {
        Some("middle") => x - width / 2.0,
        Some("end") => x - width,
        _ => x,
    };
    // From the top of capitals to a little below the baseline.
    Place { text, corners: [left, y - 0.72 * size, left + width, y + 0.1 * size] }
}
