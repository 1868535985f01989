/** What older browsers lack, or do in another way. Each function can run in a page before its scripts. */

/** The browser's formats of numbers, where Arabic has Arabic-Indic digits unless it is asked for others. */
export function formatsOfOldBrowser() {
  const { NumberFormat } = Intl;
  const Formats = function (
    locales?: string | string[],
    options?: Intl.NumberFormatOptions,
  ) {
    const [first = "en", ...others] = [locales ?? []].flat();
    return new NumberFormat(
      [/^ar$/.test(first) ? "ar-u-nu-arab" : first, ...others],
      options,
    );
  };
  return Object.assign(Formats, {
    prototype: NumberFormat.prototype,
    supportedLocalesOf: NumberFormat.supportedLocalesOf,
  }) as unknown as typeof NumberFormat;
}

/** Nothing that draws beside the page, as in Safari before 16.4, nor turns a bitmap upright, as in Chrome before 112. */
export function drawOnlyInPage() {
  delete (window as { OffscreenCanvas?: unknown }).OffscreenCanvas;
  const make = window.createImageBitmap;
  window.createImageBitmap = ((source: Blob, options?: ImageBitmapOptions) =>
    options?.imageOrientation === "from-image"
      ? Promise.reject(new TypeError("'from-image' is not a valid value"))
      : make(source, options)) as typeof make;
}

/** Below the oldest browsers that run the site. */
export function lackModal() {
  const supports = CSS.supports.bind(CSS) as (...asked: string[]) => boolean;
  CSS.supports = (...asked: string[]) =>
    !asked.join().includes(":modal") && supports(...asked);
}
