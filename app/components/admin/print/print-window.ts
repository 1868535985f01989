/**
 * Opens an empty window for a sheet to be printed. It is filled through its DOM and must not load an address
 * of the admin, because that would sign out; it inherits this page's content security policy.
 * @returns undefined if the browser blocks it, which the admin is told
 */
export function openPrintWindow(): Window | undefined {
  const opened = window.open("about:blank", "_blank");
  if (opened) return opened;
  window.alert("Popup blocked! Please allow popups and try again.");
  return undefined;
}

interface Sheet {
  title: string;
  css: string;
  /** Returns the pages, made with the window's own document. */
  fill: (document: Document) => Element[];
}

/** Fills a print window with a sheet, and prints it once its pictures are loaded. */
export async function printSheet(target: Window, { title, css, fill }: Sheet) {
  const { document } = target;
  const { CSSStyleSheet } = target as Window & typeof globalThis;
  const style = new CSSStyleSheet();
  style.replaceSync(css);
  document.adoptedStyleSheets = [style];
  document.documentElement.lang = "en";
  document.title = title;
  const main = document.createElement("main");
  main.append(...fill(document));
  document.body.replaceChildren(main);
  await Promise.all([...document.images].map((image) => image.decode()));
  target.focus();
  target.print();
}
