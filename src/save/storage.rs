//! The files of the machine, or of a browser: the one place that knows where they are. It has the
//! names of `std::fs`.

#[cfg(not(target_arch = "wasm32"))]
pub use native::*;
#[cfg(target_arch = "wasm32")]
pub use web::*;

/// The files of the machine.
#[cfg(not(target_arch = "wasm32"))]
mod native {
    pub use std::fs::{File, Metadata, metadata};
    #[cfg(feature = "gui")]
    pub use std::fs::{
        OpenOptions, TryLockError, create_dir_all, read, read_dir, read_to_string, remove_file,
        rename,
    };

    /// Whether there is something at a path.
    ///
    /// # Errors
    /// It can't be known.
    #[cfg(feature = "gui")]
    pub fn exists(path: &std::path::Path) -> std::io::Result<bool> {
        path.try_exists()
    }
}

/// The files of a browser. Those below [`KEPT`] are in its storage, which other tabs of the same
/// site see, too. All others are in memory: what was opened or dropped, and what was saved, which
/// the browser also downloads.
#[cfg(target_arch = "wasm32")]
mod web {
    use std::collections::BTreeMap;
    use std::ffi::OsString;
    use std::io::{self, Read, Write};
    use std::path::{Path, PathBuf};
    use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
    use std::time::Duration;

    use wasm_bindgen::closure::Closure;
    use wasm_bindgen::{JsCast as _, JsValue};
    use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Storage, Url};
    use web_time::{SystemTime, UNIX_EPOCH};

    use crate::save::FileError;
    use crate::work::finished;

    /// The folder of what the browser keeps.
    pub const KEPT: &str = "/browser";

    /// The key in the tab's storage of the names of the locks that its pages have held, a line each.
    const HELD: &str = "doomtree:held";

    /// The prefix of its keys in the browser's storage.
    const PREFIX: &str = "doomtree:";

    /// A file's content, and when it was written.
    #[derive(Clone, Debug)]
    struct Stored {
        bytes: Arc<Vec<u8>>,
        millis: u64,
    }

    static MEMORY: Mutex<BTreeMap<PathBuf, Stored>> = Mutex::new(BTreeMap::new());

    fn memory() -> MutexGuard<'static, BTreeMap<PathBuf, Stored>> {
        MEMORY.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn storage() -> io::Result<Storage> {
        let window = web_sys::window().ok_or(io::ErrorKind::Unsupported)?;
        let storage = window.local_storage().ok().flatten();
        storage.ok_or_else(|| io::Error::other("this browser keeps nothing for this page"))
    }

    /// The key of a path in the browser's storage; `None` for a file in memory.
    fn key(path: &Path) -> Option<String> {
        let kept = path.starts_with(KEPT);
        kept.then(|| format!("{PREFIX}{}", path.display()))
    }

    fn now() -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_millis() as u64)
    }

    fn get(path: &Path) -> io::Result<Option<Stored>> {
        let Some(key) = key(path) else {
            return Ok(memory().get(path).cloned());
        };
        let text = storage()?.get_item(&key).ok().flatten();
        Ok(text.as_deref().and_then(|text| {
            let (millis, text) = text.split_once('\n')?;
            Some(Stored {
                bytes: Arc::new(text.as_bytes().to_owned()),
                millis: millis.parse().ok()?,
            })
        }))
    }

    fn put(path: &Path, bytes: Arc<Vec<u8>>) -> io::Result<()> {
        let millis = now();
        let Some(key) = key(path) else {
            memory().insert(path.to_owned(), Stored { bytes, millis });
            return Ok(());
        };
        let text = str::from_utf8(&bytes).map_err(io::Error::other)?;
        let text = format!("{millis}\n{text}");
        // The only reason that a browser gives.
        let full = |_| io::Error::from(io::ErrorKind::StorageFull);
        storage()?.set_item(&key, &text).map_err(full)
    }

    fn found(path: &Path) -> io::Result<Stored> {
        get(path)?.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// The paths of all files below a folder.
    fn below(folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut all: Vec<PathBuf> = memory().keys().cloned().collect();
        if let Ok(storage) = storage() {
            let keys = (0..storage.length().unwrap_or(0)).filter_map(|at| storage.key(at).ok()?);
            all.extend(keys.filter_map(|key| key.strip_prefix(PREFIX).map(PathBuf::from)));
        }
        all.retain(|path| path != folder && path.starts_with(folder));
        Ok(all)
    }

    /// What is known of a file or a folder.
    pub struct Metadata {
        len: Option<u64>,
        millis: u64,
    }

    impl Metadata {
        /// Whether it is a file.
        pub fn is_file(&self) -> bool {
            self.len.is_some()
        }

        /// Whether it is a folder.
        pub fn is_dir(&self) -> bool {
            self.len.is_none()
        }

        /// Its size in bytes.
        pub fn len(&self) -> u64 {
            self.len.unwrap_or(0)
        }

        /// When it was written.
        ///
        /// # Errors
        /// None here.
        pub fn modified(&self) -> io::Result<SystemTime> {
            Ok(UNIX_EPOCH + Duration::from_millis(self.millis))
        }
    }

    /// Looks at a path.
    ///
    /// # Errors
    /// There is nothing.
    pub fn metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
        let path = path.as_ref();
        if let Some(stored) = get(path)? {
            return Ok(Metadata {
                len: Some(stored.bytes.len() as u64),
                millis: stored.millis,
            });
        }
        let is_top = [Path::new("/"), Path::new(KEPT)].contains(&path);
        if is_top || !below(path)?.is_empty() {
            return Ok(Metadata {
                len: None,
                millis: 0,
            });
        }
        Err(io::ErrorKind::NotFound.into())
    }

    /// Whether there is something at a path.
    ///
    /// # Errors
    /// It can't be known.
    pub fn exists(path: &Path) -> io::Result<bool> {
        match metadata(path) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Reads a file whole.
    ///
    /// # Errors
    /// There is none.
    pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
        Ok(Arc::unwrap_or_clone(found(path.as_ref())?.bytes))
    }

    /// Reads a file of text whole.
    ///
    /// # Errors
    /// There is none, or it is no text.
    pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
        String::from_utf8(read(path)?).map_err(io::Error::other)
    }

    /// Removes a file.
    ///
    /// # Errors
    /// There is none.
    pub fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
        let path = path.as_ref();
        found(path)?;
        match key(path) {
            None => drop(memory().remove(path)),
            Some(key) => drop(storage()?.remove_item(&key)),
        }
        Ok(())
    }

    /// Gives a file another name.
    ///
    /// # Errors
    /// There is none, or the storage is full.
    pub fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
        put(to.as_ref(), found(from.as_ref())?.bytes)?;
        remove_file(from)
    }

    /// Folders are there once something is in them.
    ///
    /// # Errors
    /// None here.
    pub fn create_dir_all(_folder: impl AsRef<Path>) -> io::Result<()> {
        Ok(())
    }

    /// A file or a folder in a folder.
    pub struct Entry(PathBuf);

    impl Entry {
        /// Its path.
        pub fn path(&self) -> PathBuf {
            self.0.clone()
        }

        /// Its name.
        pub fn file_name(&self) -> OsString {
            self.0.file_name().unwrap_or_default().to_owned()
        }
    }

    /// What is in a folder.
    ///
    /// # Errors
    /// None here.
    pub fn read_dir(
        folder: impl AsRef<Path>,
    ) -> io::Result<impl Iterator<Item = io::Result<Entry>>> {
        let folder = folder.as_ref();
        let mut all: Vec<PathBuf> = below(folder)?
            .iter()
            .filter_map(|path| path.strip_prefix(folder).ok()?.components().next())
            .map(|first| folder.join(first))
            .collect();
        all.sort();
        all.dedup();
        Ok(all.into_iter().map(|path| Ok(Entry(path))))
    }

    /// Why a file isn't locked.
    #[derive(Debug)]
    pub enum TryLockError {
        /// Something failed.
        Error(io::Error),
        /// Another tab has it.
        WouldBlock,
    }

    /// An open file.
    #[derive(Debug)]
    pub struct File {
        path: PathBuf,
        open: Mutex<Open>,
    }

    #[derive(Debug, Default)]
    struct Open {
        at: u64,
        /// The content, since it was read first.
        content: Option<Arc<Vec<u8>>>,
    }

    impl File {
        /// Opens a file.
        ///
        /// # Errors
        /// There is none.
        pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
            OpenOptions::new().read(true).open(path)
        }

        /// What is known of it.
        ///
        /// # Errors
        /// It is gone.
        pub fn metadata(&self) -> io::Result<Metadata> {
            metadata(&self.path)
        }

        /// Takes it, unless another tab has it.
        ///
        /// # Errors
        /// Another tab has it.
        pub fn try_lock(&self) -> Result<(), TryLockError> {
            if is_of_another_tab(&self.path) {
                return Err(TryLockError::WouldBlock);
            }
            // Without locks a browser can't tell two tabs apart, and offers what the other one has.
            hold(&self.path).ok();
            Ok(())
        }

        fn opened(&self) -> MutexGuard<'_, Open> {
            self.open.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }

    impl Read for &File {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let mut open = self.opened();
            let content = match &open.content {
                Some(content) => Arc::clone(content),
                None => Arc::clone(open.content.insert(found(&self.path)?.bytes)),
            };
            let rest = content.get(open.at as usize..).unwrap_or_default();
            let taken = rest.len().min(out.len());
            out[..taken].copy_from_slice(&rest[..taken]);
            open.at += taken as u64;
            Ok(taken)
        }
    }

    impl Read for File {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            (&*self).read(out)
        }
    }

    /// How a file is opened.
    #[derive(Default)]
    pub struct OpenOptions {
        new: bool,
    }

    impl OpenOptions {
        /// A file that is there.
        pub fn new() -> Self {
            Self::default()
        }

        /// Every file may be read.
        pub fn read(&mut self, _read: bool) -> &mut Self {
            self
        }

        /// Every file may be written.
        pub fn write(&mut self, _write: bool) -> &mut Self {
            self
        }

        /// Makes a file that isn't there.
        pub fn create_new(&mut self, new: bool) -> &mut Self {
            self.new = new;
            self
        }

        /// Opens a file.
        ///
        /// # Errors
        /// There is none, or there is one already.
        pub fn open(&self, path: impl AsRef<Path>) -> io::Result<File> {
            let path = path.as_ref().to_owned();
            match (get(&path)?.is_some(), self.new) {
                (true, true) => return Err(io::ErrorKind::AlreadyExists.into()),
                (false, false) => return Err(io::ErrorKind::NotFound.into()),
                (false, true) => put(&path, Arc::default())?,
                (true, false) => {}
            }
            Ok(File {
                path,
                open: Mutex::default(),
            })
        }
    }

    /// The files that other tabs had when this one started.
    static OF_OTHER_TABS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

    /// Remembers which files other tabs have.
    pub fn set_of_other_tabs(paths: Vec<PathBuf>) {
        *OF_OTHER_TABS.lock().unwrap_or_else(PoisonError::into_inner) = paths;
    }

    fn is_of_another_tab(path: &Path) -> bool {
        let others = OF_OTHER_TABS.lock().unwrap_or_else(PoisonError::into_inner);
        others.iter().any(|other| other == path)
    }

    /// Holds a lock with the name of a file as long as the page lives, so that other tabs see whose it is.
    fn hold(path: &Path) -> Result<(), JsValue> {
        let property = |of: &JsValue, name: &str| js_sys::Reflect::get(of, &name.into());
        let locks = property(&property(&js_sys::global(), "navigator")?, "locks")?;
        let request: js_sys::Function = property(&locks, "request")?.dyn_into()?;
        // The lock is held until this promise is kept, which it never is.
        let endless =
            Closure::<dyn FnMut() -> js_sys::Promise>::new(|| js_sys::Promise::new(&mut |_, _| {}));
        let name = path.display().to_string();
        request.call2(&locks, &name.into(), endless.as_ref())?;
        endless.forget();
        // Until a page that is left is thrown away, it has its locks: the next one in this tab knows them.
        let tab = web_sys::window().and_then(|window| window.session_storage().ok()?);
        if let Some(tab) = tab {
            let before = tab.get_item(HELD)?.unwrap_or_default();
            tab.set_item(HELD, &format!("{before}{}\n", path.display()))?;
        }
        Ok(())
    }

    /// Makes a file that was opened or dropped known in memory, and returns its path.
    pub fn add(name: &str, bytes: Vec<u8>) -> PathBuf {
        let name = Path::new(name).file_name().unwrap_or_default();
        let path = Path::new("/").join(name);
        put(&path, Arc::new(bytes)).ok();
        path
    }

    /// Writes a file whole; one that isn't kept is downloaded, too.
    ///
    /// # Errors
    /// The storage is full, or `fill` failed.
    pub fn write_file(
        path: &Path,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Vec<String>, FileError> {
        finished(write_file_by(path, async |out: &mut dyn Write| fill(out)))
    }

    /// The same for a `fill` that pauses.
    ///
    /// # Errors
    /// Those of [`write_file`].
    pub async fn write_file_by(
        path: &Path,
        fill: impl AsyncFnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Vec<String>, FileError> {
        let mut bytes = Vec::new();
        let filled = fill(&mut bytes).await;
        let written = filled.and_then(|()| {
            if key(path).is_none() {
                download(path, &bytes)?;
            }
            put(path, Arc::new(bytes))
        });
        written.map(|()| Vec::new()).map_err(|error| {
            let remedy = match error.kind() {
                io::ErrorKind::StorageFull => "remove data of this site in the browser's settings",
                _ => "try again",
            };
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            FileError::new(format!("{name} can't be written ({error})"), remedy)
        })
    }

    /// Lets the browser download a file.
    fn download(path: &Path, bytes: &[u8]) -> io::Result<()> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let begin = || {
            let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes).into());
            let kind = BlobPropertyBag::new();
            kind.set_type("application/octet-stream");
            let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &kind)?;
            let url = Url::create_object_url_with_blob(&blob)?;
            let document = web_sys::window().and_then(|window| window.document());
            let document = document.ok_or("there is no page")?;
            let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
            link.set_href(&url);
            link.set_download(&name);
            link.click();
            Url::revoke_object_url(&url)
        };
        begin().map_err(|error: JsValue| io::Error::other(format!("{error:?}")))
    }
}
