import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

interface Sheet {
  title: string;
  css: string;
  pages: ReactNode;
}

/**
 * Prints a sheet in a window of its own. The window is filled through its DOM, because an address of the admin would
 * sign out. It inherits this page's content security policy. @returns false if the sheet could not be made
 */
export async function printSheet(make: () => Sheet | Promise<Sheet>) {
  const target = window.open("about:blank", "_blank");
  if (!target) {
    window.alert("Popup blocked! Please allow popups and try again.");
    return true;
  }
  try {
    const { title, css, pages } = await make();
    const { document } = target;
    const { CSSStyleSheet } = target as Window & typeof globalThis;
    const style = new CSSStyleSheet();
    style.replaceSync(css);
    document.adoptedStyleSheets = [style];
    document.documentElement.lang = "en";
    document.title = title;
    const main = document.createElement("main");
    document.body.replaceChildren(main);
    flushSync(() => createRoot(main).render(pages));
    await Promise.all([...document.images].map((image) => image.decode()));
    target.focus();
    target.print();
    return true;
  } catch (error) {
    console.error("Error printing", error);
    target.close();
    return false;
  }
}
