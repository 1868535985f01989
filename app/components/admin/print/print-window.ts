import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import commonStyle from "./sheet.css?url";

interface Sheet {
  title: string;
  /** Rules, none of which has others in it. */
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
    await addStyle(document, css);
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

/**
 * Adds rules to a stylesheet of the site. Its policy refuses those in the document itself, and Safari has had sheets
 * without a file since 16.4.
 */
async function addStyle(document: Document, css: string) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(commonStyle, window.location.href).href;
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
  const sheet = link.sheet!;
  for (const rule of css.match(/[^{}]+\{[^{}]*\}/g) ?? [])
    sheet.insertRule(rule, sheet.cssRules.length);
}
