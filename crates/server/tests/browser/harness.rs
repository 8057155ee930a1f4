//! A real browser before a real server: Chromium by its WebDriver, a private data folder, free ports.
//!
//! Each test has its own server, driver and browser, and stops them again. Screenshots are kept in `target/screenshots`.

use std::future::IntoFuture;
use std::io::{BufRead, BufReader};
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use damiera_server::Settings;
use damiera_server::store::SqliteStore;
use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::elements::Element;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use futures_util::FutureExt;
use serde_json::{Value, json};

/// How the page is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    /// The browser's language.
    pub(crate) lang: &'static str,
    /// Width and height in CSS pixels.
    pub(crate) size: (u32, u32),
    /// A finger instead of a mouse.
    pub(crate) touch: bool,
    pub(crate) scheme: &'static str,
    /// Whether pieces are seen to hop; tests are quicker without.
    pub(crate) motion: &'static str,
}

impl Screen {
    pub(crate) const DESKTOP: Self =
        Self { lang: "en", size: (1280, 860), touch: false, scheme: "light", motion: "reduce" };
    pub(crate) const PHONE: Self = Self { size: (390, 844), touch: true, ..Self::DESKTOP };

    pub(crate) const fn lang(self, lang: &'static str) -> Self {
        Self { lang, ..self }
    }

    pub(crate) const fn size(self, width: u32, height: u32) -> Self {
        Self { size: (width, height), ..self }
    }

    pub(crate) const fn moving(self) -> Self {
        Self { motion: "no-preference", ..self }
    }

    pub(crate) const fn dark(self) -> Self {
        Self { scheme: "dark", ..self }
    }
}

/// Whether a browser reaches anything.
#[derive(Clone, Copy)]
pub(crate) enum Network {
    Online,
    Offline,
}

/// A page in the browser.
pub(crate) struct Page {
    client: Client,
    base: String,
    driver: u16,
    /// The server's database file.
    pub(crate) database: PathBuf,
}

/// A command of the browser's own protocol.
#[derive(Debug)]
struct DevTools(&'static str, Value);

impl WebDriverCompatibleCommand for DevTools {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(json!({ "cmd": self.0, "params": self.1 }).to_string()))
    }
}

/// Bytes in base64, as the browser sends them.
fn decode_base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0u32, 0);
    for digit in text.bytes().filter_map(|byte| DIGITS.iter().position(|own| *own == byte)) {
        bits = bits << 6 | digit as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}

/// The driver's process, ended with its test.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The folder of everything that is built.
pub(crate) fn target() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target")
}

/// Starts the driver on a free port.
fn driver() -> Option<(Driver, u16)> {
    let mut child = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut lines = BufReader::new(child.stdout.take()?).lines();
    let driver = Driver(child);
    let port = lines.find_map(|line| {
        let line = line.ok()?;
        line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse().ok()
    })?;
    // Whatever else it says goes nowhere, but must be read.
    std::thread::spawn(move || lines.for_each(drop));
    Some((driver, port))
}

/// Chromium without windows, used if it is there: it starts in a third of the time. The command in the path is a script that
/// does not pass on signals, so the program itself is named.
const WITHOUT_WINDOWS: &str = "/usr/lib/chromium/chromium-headless-shell";

/// The whole of Chromium: the one without windows has no notifications.
const WITH_WINDOWS: &str = "/usr/lib/chromium/chromium";

async fn browser(port: u16, screen: Screen, program: &str) -> Client {
    let mut args = vec![
        "--headless=new".to_owned(),
        "--no-sandbox".to_owned(),
        "--disable-gpu".to_owned(),
        "--disable-dev-shm-usage".to_owned(),
        "--disable-background-networking".to_owned(),
        "--disable-component-update".to_owned(),
        "--disable-sync".to_owned(),
        "--no-first-run".to_owned(),
        "--hide-scrollbars".to_owned(),
    ];
    args.push(format!("--window-size={},{}", screen.size.0, screen.size.1 + 140));
    args.push(format!("--accept-lang={}", screen.lang));
    let mut options = json!({ "args": args, "prefs": { "intl.accept_languages": screen.lang } });
    if Path::new(program).exists() {
        options["binary"] = json!(program);
    }
    let mut capabilities = serde_json::Map::new();
    capabilities.insert("goog:chromeOptions".to_owned(), options);
    let mut builder = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
    builder.capabilities(capabilities);
    let address = format!("http://127.0.0.1:{port}");
    // Once in a few hundred starts Chromium exits at once.
    for _ in 0..2 {
        if let Ok(client) = builder.connect(&address).await {
            return client;
        }
    }
    builder.connect(&address).await.expect("the browser starts")
}

/// The longest test takes a tenth of this on a quiet machine.
const LIMIT: Duration = Duration::from_secs(300);

/// Ends a test that waits for something that never comes, so that it fails by its name and with a screenshot.
async fn within_limit(test: impl Future<Output = ()>) {
    assert!(tokio::time::timeout(LIMIT, test).await.is_ok(), "not done after {} s", LIMIT.as_secs());
}

/// Runs a test before a server and a browser of its own.
pub(crate) fn browse(name: &str, screen: Screen, test: impl AsyncFnOnce(&Page)) {
    // It chooses a port that is free for IPv4 and gives up if another program has it for IPv6.
    let (_driver, port) = (0..5).find_map(|_| driver()).expect("chromedriver starts");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(&folder.path().join("damiera.sqlite")).await.expect("a store");
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let settings = Settings { endgame: Some(folder.path().join("endgame")), ..Settings::default() };
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let server =
            tokio::spawn(damiera_server::serve(listener, Arc::new(store), settings, stopped.map(drop)));
        let database = folder.path().join("damiera.sqlite");
        let page =
            Page { client: browser(port, screen, WITHOUT_WINDOWS).await, base, driver: port, database };
        page.emulate(screen).await;
        let outcome = AssertUnwindSafe(within_limit(test(&page))).catch_unwind().await;
        if outcome.is_err() {
            page.shot(&format!("failed-{name}")).await;
        }
        let _ = page.client.clone().close().await;
        let _ = stop.send(());
        let _ = tokio::time::timeout(Duration::from_secs(3), server.into_future()).await;
        if let Err(panic) = outcome {
            std::panic::resume_unwind(panic);
        }
    });
    runtime.shutdown_background();
}

impl Page {
    /// Another browser, which knows nothing of this one, and reaches the server at this address.
    pub(crate) async fn another(&self, screen: Screen, base: String) -> Self {
        self.beside(screen, base, WITHOUT_WINDOWS).await
    }

    /// Another browser that can show notifications, and is allowed to.
    pub(crate) async fn another_with_notifications(&self, screen: Screen, base: String) -> Self {
        let page = self.beside(screen, base, WITH_WINDOWS).await;
        let params = json!({ "permissions": ["notifications"], "origin": page.base });
        page.devtools("Browser.grantPermissions", params).await;
        page
    }

    /// Hands a message to the service worker, as the browser does when a push service has sent it one.
    pub(crate) async fn deliver_push(&self, message: &str) {
        self.devtools("ServiceWorker.enable", json!({})).await;
        let params = json!({ "origin": self.base, "registrationId": "0", "data": message });
        self.devtools("ServiceWorker.deliverPushMessage", params).await;
    }

    async fn beside(&self, screen: Screen, base: String, program: &str) -> Self {
        let client = browser(self.driver, screen, program).await;
        let page = Self { client, base, driver: self.driver, database: self.database.clone() };
        page.emulate(screen).await;
        page
    }

    /// Where the server is.
    pub(crate) fn server(&self) -> &str {
        self.base.trim_start_matches("http://")
    }

    /// Closes a browser that was opened besides.
    pub(crate) async fn close(self) {
        let _ = self.client.close().await;
    }

    /// Sets size, pointer and colours as a device would have them.
    pub(crate) async fn emulate(&self, screen: Screen) {
        let (width, height) = screen.size;
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": screen.touch });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": screen.touch })).await;
        let features = json!([
            { "name": "prefers-color-scheme", "value": screen.scheme },
            { "name": "prefers-reduced-motion", "value": screen.motion },
        ]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Shows the page as it is printed.
    pub(crate) async fn show_as_printed(&self) {
        self.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).await;
    }

    /// Lets the system choose the colours, as a high-contrast mode does.
    pub(crate) async fn force_colours(&self) {
        let features = json!([{ "name": "forced-colors", "value": "active" }]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Cuts the browser off from the network, or connects it again, as its operating system would report it.
    pub(crate) async fn set_network(&self, network: Network) {
        self.devtools("Network.enable", json!({})).await;
        let conditions = json!({ "offline": matches!(network, Network::Offline), "latency": 0,
            "downloadThroughput": -1, "uploadThroughput": -1 });
        self.devtools("Network.emulateNetworkConditions", conditions).await;
    }

    /// Runs a script in every page opened from now on, before its own.
    pub(crate) async fn run_on_every_page(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await;
    }

    /// Keeps what the browser downloads in a folder.
    pub(crate) async fn download_into(&self, folder: &Path) {
        let params = json!({ "behavior": "allow", "downloadPath": folder });
        self.devtools("Browser.setDownloadBehavior", params).await;
    }

    /// Plugs in an authenticator whose user is present and verified whenever it is asked.
    pub(crate) async fn add_authenticator(&self) {
        self.devtools("WebAuthn.enable", json!({})).await;
        let options = json!({ "protocol": "ctap2", "transport": "internal", "hasResidentKey": true,
            "hasUserVerification": true, "isUserVerified": true, "automaticPresenceSimulation": true });
        self.devtools("WebAuthn.addVirtualAuthenticator", json!({ "options": options })).await;
    }

    async fn devtools(&self, command: &'static str, params: Value) {
        self.client.issue_cmd(DevTools(command, params)).await.expect(command);
    }

    /// The page as PDF, on the paper that its style asks for.
    pub(crate) async fn print(&self) -> Vec<u8> {
        let params = json!({ "printBackground": true, "preferCSSPageSize": true });
        let printed = self.client.issue_cmd(DevTools("Page.printToPDF", params)).await.expect("a print");
        decode_base64(printed["data"].as_str().expect("data"))
    }

    pub(crate) async fn open(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.base)).await.expect("the page opens");
    }

    /// The path of the page shown.
    pub(crate) async fn path(&self) -> String {
        self.client.current_url().await.expect("an address").path().to_owned()
    }

    pub(crate) async fn find(&self, css: &str) -> Element {
        for _ in 0..3 {
            let wait = self.client.wait().at_most(Duration::from_secs(10));
            match wait.for_element(Locator::Css(css)).await {
                // What chromedriver says if another page comes while it looks.
                Err(error) if error.to_string().contains("aborted by navigation") => {}
                found => return found.unwrap_or_else(|error| panic!("{css}: {error}")),
            }
        }
        panic!("{css}: other pages came again and again");
    }

    pub(crate) async fn click(&self, css: &str) {
        // The page may draw the element anew between finding and clicking it.
        for _ in 0..5 {
            match self.find(css).await.click().await {
                Err(error) if error.is_stale_element_reference() => {}
                clicked => return clicked.unwrap_or_else(|error| panic!("{css} cannot be clicked: {error}")),
            }
        }
        panic!("{css} is drawn anew all the time");
    }

    /// Presses the mouse on one element, and lets it go on another.
    pub(crate) async fn drag(&self, from: &str, to: &str) {
        let over = |element| PointerAction::MoveToElement {
            element,
            duration: Some(Duration::from_millis(50)),
            x: 0.0,
            y: 0.0,
        };
        let mouse = MouseActions::new("mouse".to_owned())
            .then(over(self.find(from).await))
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(over(self.find(to).await))
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.client.perform_actions(mouse).await.unwrap_or_else(|error| panic!("{from} to {to}: {error}"));
    }

    pub(crate) async fn text(&self, css: &str) -> String {
        // The page may draw the element anew between finding and reading it.
        for _ in 0..5 {
            match self.find(css).await.text().await {
                Err(error) if error.is_stale_element_reference() => {}
                text => return text.unwrap_or_else(|error| panic!("{css} cannot be read: {error}")),
            }
        }
        panic!("{css} is drawn anew all the time");
    }

    /// The text of an element, even if it is only for screen readers.
    pub(crate) async fn text_content(&self, css: &str) -> String {
        let text = self.eval(&format!("return document.querySelector('{css}').textContent")).await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Types keys into whatever has the focus; `\u{e007}` is Enter, `\u{e012}` to `\u{e015}` are the arrows.
    pub(crate) async fn keys(&self, keys: &str) {
        let focused = self.client.active_element().await.expect("a focus");
        focused.send_keys(keys).await.expect("keys are taken");
    }

    /// What a script returns.
    pub(crate) async fn eval(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// What a script hands to its last argument.
    pub(crate) async fn run(&self, script: &str, args: Vec<Value>) -> Value {
        self.client.execute_async(script, args).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// The same without arguments of ours.
    pub(crate) async fn eval_async(&self, script: &str) -> Value {
        self.run(script, Vec::new()).await
    }

    /// Waits until a script returns something true, and gives that back.
    pub(crate) async fn until(&self, what: &str, script: &str) -> Value {
        for _ in 0..800 {
            let value = self.eval(script).await;
            if !matches!(value, Value::Null | Value::Bool(false)) && value != json!("") {
                return value;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        let shown = self.eval("return `${location.pathname}: ${document.body.innerText}`").await;
        panic!("waited in vain: {what}. The page shows {shown}");
    }

    /// What the API answers, asked by the page itself.
    pub(crate) async fn api(&self, method: &str, path: &str, body: &Value) -> Value {
        let script = "const [method, path, body, done] = arguments;
            fetch(path, { method, headers: { 'content-type': 'application/json' },
              body: method === 'GET' ? undefined : JSON.stringify(body) })
              .then(async response => done({ status: response.status, body: await response.json() }));";
        let args = vec![json!(method), json!(path), body.clone()];
        self.client.execute_async(script, args).await.expect("an answer")
    }

    /// Keeps a picture of the page in `target/screenshots`.
    pub(crate) async fn shot(&self, name: &str) {
        let folder = target().join("screenshots");
        std::fs::create_dir_all(&folder).expect("a folder");
        match self.client.screenshot().await {
            Ok(png) => std::fs::write(folder.join(format!("{name}.png")), png).expect("a file"),
            Err(error) => eprintln!("no screenshot {name}: {error}"),
        }
    }

    /// Writes a picture of the page to a file, scaled down.
    pub(crate) async fn picture(&self, file: &Path, screen: Screen, scale: f64) {
        let (width, height) = screen.size;
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": screen.touch });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
        let png = self.client.screenshot().await.expect("a screenshot");
        std::fs::write(file, png).expect("a file");
    }

    /// Fails if axe-core finds anything that WCAG 2.2 AA or good practice is against.
    pub(crate) async fn accessible(&self, name: &str) {
        let axe =
            std::fs::read_to_string(crate::runner::axe()).expect("axe-core, for a test listed with axe");
        self.client.execute(&axe, Vec::new()).await.expect("axe-core loads");
        let script = "const done = arguments[0];
            axe.run(document, { resultTypes: ['violations'] }).then(
              found => done(found.violations.map(v => `${v.id}: ${v.help} ` + v.nodes.map(n => n.target.join(' ') + ' ' + (n.failureSummary ?? '')).join('; '))),
              error => done([String(error)]));";
        let found = self.client.execute_async(script, Vec::new()).await.expect("axe-core runs");
        assert_eq!(found, json!([]), "{name}");
    }
}
