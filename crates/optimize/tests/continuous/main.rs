//! Optimisers of real vectors: one suite over the whole table.
mod objectives;
#[test]
fn probe() {
    use objectives::*;
    use tetrolab_optimize::continuous::*;
    let e = Entry::named("cross-entropy").unwrap();
    let run = |name: &str,
               f: Objective,
               start: f64,
               target: f64,
               sigma: f64,
               pop: usize,
               parents: Option<usize>,
               noise: Noise| {
        let mut bests = vec![];
        let rs: Vec<Option<u64>> = (1..=10)
            .map(|s| {
                let mut o =
                    (e.start)(&Settings { population: Some(pop), parents, noise, sigma, ..published(start, s) })
                        .unwrap();
                let r = evaluations_until(o.as_mut(), f, target, 200000);
                bests.push(o.best().unwrap().1);
                r
            })
            .collect();
        let ok: Vec<f64> = rs.iter().flatten().map(|&x| x as f64).collect();
        let m = ok.iter().sum::<f64>() / ok.len() as f64;
        let sd = (ok.iter().map(|x| (x - m) * (x - m)).sum::<f64>() / (ok.len() as f64 - 1.0)).sqrt();
        bests.sort_by(f64::total_cmp);
        eprintln!(
            "{name} target {target} sigma {sigma} {pop} {parents:?} {noise:?}: {}/10 {m:.0}±{sd:.0} median best {:.2e}",
            ok.len(),
            bests[5]
        );
    };
    for sigma in [1.0, 2.0, 5.0, 10.0] {
        run("sphere", sphere, 1.0, 1e-9, sigma, 100, None, Noise::None);
    }
    for sigma in [0.5, 1.0] {
        for (pop, par) in [(100, None), (100, Some(30)), (300, Some(100)), (1000, None), (1000, Some(300))] {
            for noise in [
                Noise::None,
                Noise::Hyperbolic { scale: 0.1 },
                Noise::Linear { start: 0.01, slope_generations: 50000.0 },
                Noise::Linear { start: 0.001, slope_generations: 500000.0 },
            ] {
                run("rosen", rosenbrock, 0.0, 1e-9, sigma, pop, par, noise);
            }
        }
    }
}
