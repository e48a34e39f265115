//! The processor time that bots have used, where the system tells: for other processes and threads Linux does, in `/proc`.

use std::fs;

/// The unit in which the system counts the time of processes: a hundredth of a second on every Linux.
const TICKS_IN_A_SECOND: f64 = 100.0;

/// Seconds used by a process and its threads so far, also by those that ended. It may be dead, but not forgotten.
pub fn of_process(id: u32) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name of the program is in parentheses and may have any letters, so the fields are counted after it.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / TICKS_IN_A_SECOND)
}

/// Seconds used by the thread that asks.
pub fn of_this_thread() -> Option<f64> {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = std::time::Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).ok()?;
        Some(time.as_secs_f64())
    }
    #[cfg(not(unix))]
    None
}

/// The other threads of this process that have this name.
pub fn other_threads_named(name: &str) -> Vec<String> {
    let own = fs::read_link("/proc/thread-self").ok();
    let own = own.as_ref().and_then(|path| path.file_name()?.to_str());
    let tasks = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let has_name = |task: &String| {
        fs::read_to_string(format!("/proc/self/task/{task}/comm")).is_ok_and(|found| found.trim_end() == name)
    };
    tasks
        .filter_map(|task| task.file_name().into_string().ok())
        .filter(|task| Some(task.as_str()) != own && has_name(task))
        .collect()
}

/// Seconds used by threads of this process; `None` if one of them is not known.
pub fn of_threads(threads: &[String]) -> Option<f64> {
    let each = threads.iter().map(|thread| seconds(&format!("/proc/self/task/{thread}/schedstat")));
    if threads.is_empty() { None } else { each.sum() }
}

/// The first number of the file, in nanoseconds.
fn seconds(file: &str) -> Option<f64> {
    let text = fs::read_to_string(file).ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn time_is_counted() {
        let before = of_this_thread().unwrap();
        let work = (0..20_000_000u64).fold(1u64, |sum, number| std::hint::black_box(sum.wrapping_mul(3) ^ number));
        assert!(of_this_thread().unwrap() > before, "{work}");
        assert!(of_process(std::process::id()).is_some());
        assert_eq!(of_process(u32::MAX), None);
        let named = std::thread::Builder::new().name("arena test".into());
        let child = || std::thread::spawn(|| std::thread::sleep(std::time::Duration::from_millis(50)));
        let find = move || {
            let child = child();
            assert_eq!(other_threads_named("arena test").len(), 1);
            child.join().unwrap();
        };
        named.spawn(find).unwrap().join().unwrap();
        assert_eq!(of_threads(&[]), None);
    }
}
