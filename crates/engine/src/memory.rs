//! Memory hints: huge pages and prefetching. They affect speed only.

/// Asks the kernel to back memory with huge pages: the transposition table is accessed at random, and with small pages most
/// accesses would miss the TLB. Must be called before the first write, because the page size is chosen at the first page fault.
#[cfg(target_os = "linux")]
pub(crate) fn advise_huge_pages<T>(memory: &mut [std::mem::MaybeUninit<T>]) {
    use rustix::mm::{Advice, madvise};

    let bytes = memory.as_mut_ptr_range();
    let page = rustix::param::page_size();
    let before = bytes.start.cast::<u8>().align_offset(page);
    let length = size_of_val(memory).saturating_sub(before) / page * page;
    let first = bytes.start.cast::<u8>().wrapping_add(before);
    // SAFETY: the pages lie within `memory`, and this advice does not change their contents.
    #[allow(unsafe_code)]
    // On failure the kernel uses small pages, which is only slower.
    let _ = unsafe { madvise(first.cast(), length, Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn advise_huge_pages<T>(_: &mut [std::mem::MaybeUninit<T>]) {}

/// Prefetches a value into the cache.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching has no effect but on the cache, and the address comes from a reference.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
