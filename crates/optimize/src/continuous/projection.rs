//! Where the points of a search lie.

use super::Projection;

impl Projection {
    /// Moves a point to where it may lie.
    pub(super) fn apply(self, point: &mut [f64]) {
        match self {
            Projection::Nothing => {}
            Projection::UnitSphere => {
                let length = point.iter().map(|x| x * x).sum::<f64>().sqrt();
                // A zero vector has no direction, and stays as it is.
                if length > 0.0 {
                    point.iter_mut().for_each(|x| *x /= length);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_direction_stays() {
        let mut point = [3.0, 0.0, -4.0];
        Projection::Nothing.apply(&mut point);
        assert_eq!(point, [3.0, 0.0, -4.0]);
        Projection::UnitSphere.apply(&mut point);
        assert_eq!(point, [0.6, 0.0, -0.8]);
    }

    #[test]
    fn a_zero_vector_stays() {
        let mut point = [0.0; 5];
        Projection::UnitSphere.apply(&mut point);
        assert_eq!(point, [0.0; 5]);
    }
}
