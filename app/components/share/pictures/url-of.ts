const urls = new WeakMap<Blob, string>();

/** An object URL of a picture, the same each time. The browser frees it when the document is left. */
export function urlOf(picture: Blob) {
  const url = urls.get(picture) ?? URL.createObjectURL(picture);
  urls.set(picture, url);
  return url;
}
