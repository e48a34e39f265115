//! Learned weights beside published ones.

use tetrolab_agents::AGENTS;

/// The mean of vectors, each scaled to unit length, and scaled so itself. Weights have no length: players that weigh everything twice as
/// much play the same.
pub fn average(vectors: &[&[f64]]) -> Vec<f64> {
    let mut sum = vec![0.0; vectors.first().map_or(0, |vector| vector.len())];
    for vector in vectors {
        for (sum, weight) in sum.iter_mut().zip(scaled(vector)) {
            *sum += weight;
        }
    }
    scaled(&sum)
}

/// A vector scaled to unit length; one of zeros stays as it is.
fn scaled(vector: &[f64]) -> Vec<f64> {
    let length = vector.iter().map(|weight| weight * weight).sum::<f64>().sqrt();
    vector.iter().map(|weight| if length > 0.0 { weight / length } else { *weight }).collect()
}

/// The published weights of these features, by the names of the agents, scaled to unit length. Agents with other features too are left
/// out.
pub fn published(features: &[String]) -> Vec<(&'static str, Vec<f64>)> {
    let weights = AGENTS.iter().filter_map(|agent| Some((agent.name, agent.weights()?)));
    let of_features = weights.filter_map(|(name, weights)| {
        let terms = weights.general();
        let weight = |feature: &String| Some(terms.iter().find(|term| term.measure.to_string() == *feature)?.weight);
        let vector: Option<Vec<f64>> = features.iter().map(weight).collect();
        Some((name, average(&[&vector.filter(|vector| vector.len() == terms.len())?])))
    });
    of_features.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_do_not_depend_on_lengths() {
        assert_eq!(average(&[&[3.0, 4.0]]), [0.6, 0.8]);
        let diagonal = average(&[&[1e9, 0.0], &[0.0, 1e-9]]);
        assert!(diagonal.iter().all(|weight| (weight - 0.5f64.sqrt()).abs() < 1e-15), "{diagonal:?}");
        assert_eq!(average(&[&[0.0, 0.0], &[0.0, 2.0]]), [0.0, 1.0]);
        assert_eq!(average(&[&[0.0]]), [0.0]);
    }

    #[test]
    fn agents_with_the_same_features_are_found() {
        let weights = AGENTS.iter().find(|agent| agent.name == "bcts").unwrap().weights().unwrap();
        let features: Vec<String> = weights.general().iter().map(|term| term.measure.to_string()).collect();
        let names = |features: &[String]| published(features).iter().map(|(name, _)| *name).collect::<Vec<_>>();
        assert_eq!(names(&features), ["boumaza-8", "bcts"]);
        assert!(names(&features[..6]).contains(&"dellacherie"));
        assert_eq!(names(&features[..5]), [""; 0]);
    }
}
