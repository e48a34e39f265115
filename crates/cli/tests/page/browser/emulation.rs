//! The device and the person before it: size of the screen, preferences, language.

use serde_json::json;

use super::page::Page;

/// How many fingers a phone feels.
const FINGERS: u8 = 5;

impl Page<'_> {
    /// The size of the window in CSS pixels, how many pixels of the screen are one of them, and whether it is a phone, which is touched and
    /// has no bars to scroll with.
    pub fn size(&mut self, width: u32, height: u32, scale: f64, is_phone: bool) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": is_phone });
        self.call("Emulation.setDeviceMetricsOverride", &metrics);
        let touch = json!({ "enabled": is_phone, "maxTouchPoints": if is_phone { FINGERS } else { 1 } });
        self.call("Emulation.setTouchEmulationEnabled", &touch);
    }

    /// Prefers `dark` or `light`.
    pub fn theme(&mut self, theme: &str) {
        self.prefer("prefers-color-scheme", theme);
    }

    /// Prefers that nothing moves, or does not mind.
    pub fn reduced_motion(&mut self, is_reduced: bool) {
        self.prefer("prefers-reduced-motion", if is_reduced { "reduce" } else { "no-preference" });
    }

    /// Speaks a language, such as `es-ES`. A page that is already there learns of it when it is loaded again.
    pub fn language(&mut self, language: &str) {
        self.call("Emulation.setLocaleOverride", &json!({ "locale": language }));
        let user = json!({ "userAgent": self.browser.user_agent, "acceptLanguage": language });
        self.call("Emulation.setUserAgentOverride", &user);
    }

    /// Sets one preference and keeps the others.
    fn prefer(&mut self, name: &'static str, value: &str) {
        self.media.insert(name, value.to_string());
        let features: Vec<_> = self.media.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.call("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }
}
