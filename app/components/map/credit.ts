const LINK =
  /<a\s(?:[^>]*?\s)?href\s*=\s*(?:"(https?:[^"]*)"|'(https?:[^']*)')[^>]*>(.*?)<\/a\s*>/gis;

/** The credit for the tiles as HTML, reduced to text and links. Everything else in it is shown as text. */
export function reduceCredit(html: string): string {
  let reduced = "";
  let end = 0;
  for (const link of html.matchAll(LINK)) {
    const [whole, address = link[2]!, , text = ""] = link;
    reduced += escape(html.slice(end, link.index));
    reduced += `<a href="${escape(address)}">${escape(text)}</a>`;
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
