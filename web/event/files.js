// Files of other programs, chosen on an organiser's page.

/** The text of a file, which may come from an old program that knows nothing of UTF-8. @param {File} file */
export async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
