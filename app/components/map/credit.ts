const LINK =
  /<a\s(?:[^>]*?\s)?href\s*=\s*(?:"(https?:[^"]*)"|'(https?:[^']*)')[^>]*>(.*?)<\/a\s*>/gis;

/** Reduces a map's credit, HTML, to text and links. Anything else in it is shown as text. @param newTab said by each link */
export function reduceCredit(html: string, newTab: string): string {
  let reduced = "";
  let end = 0;
  for (const link of html.matchAll(LINK)) {
    const [whole, address = link[2]!, , text = ""] = link;
    reduced += escape(html.slice(end, link.index));
    reduced += `<a href="${escape(address)}" target="_blank" rel="noopener">${escape(text)}<span class="sr"> ${escape(newTab)}</span></a>`;
    end = link.index + whole.length;
  }
  return reduced + escape(html.slice(end));
}

const NAMES: Record<string, string> = {
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Leaves characters that are written by name, such as `&copy;`, as they are. */
const escape = (text: string) =>
  text
    .replace(/[<>"]/g, (character) => NAMES[character]!)
    .replace(/&(?!#?\w+;)/g, "&amp;");
