//! Hints about memory. None changes what the program does, only how long it waits.

/// Asks for few large pages where many small ones would be given: a table of many megabytes is looked up all over, and
/// each look would first have to find its page. Space for values yet to come, because pages once used stay as they are.
#[cfg(target_os = "linux")]
pub(crate) fn in_large_pages<T>(space: &mut [std::mem::MaybeUninit<T>]) {
    use rustix::mm::{Advice, madvise};

    let bytes = space.as_mut_ptr_range();
    let page = rustix::param::page_size();
    let before = bytes.start.cast::<u8>().align_offset(page);
    let length = size_of_val(space).saturating_sub(before) / page * page;
    let first = bytes.start.cast::<u8>().wrapping_add(before);
    // SAFETY: the pages lie within the space, and the advice changes nothing of what is in them.
    #[allow(unsafe_code)]
    // A system that does not take the advice gives small pages: slower, and as good.
    let _ = unsafe { madvise(first.cast(), length, Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn in_large_pages<T>(_: &mut [std::mem::MaybeUninit<T>]) {}

/// Has the processor fetch what will soon be asked for.
#[inline]
pub(crate) fn fetch_early<T>(wanted: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint about an address that is valid, as it comes from a reference.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(wanted).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = wanted;
}
