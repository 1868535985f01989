import { page } from "#tests/setup/e2e/test.ts";
import {
  clean,
  readTexts,
  withoutSiteName,
} from "#tests/setup/texts-of-language.ts";

/** Collects what is read, or read aloud, in the page's own language. Names are in <bdi>. */
const listTexts = () => {
  const isOwn = (element: Element) =>
    element.closest("[lang]") === document.documentElement &&
    !element.closest("bdi, script, style, noscript");
  const texts = [document.title];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode())
    if (isOwn(nodes.currentNode.parentElement!))
      texts.push(nodes.currentNode.textContent!);
  const said =
    /^(alt|title|placeholder|aria-(label|description|roledescription|valuetext))$/;
  for (const element of document.querySelectorAll("body *"))
    if (isOwn(element))
      for (const { name, value } of element.attributes)
        if (said.test(name)) texts.push(value);
  for (const meta of document.querySelectorAll(
    "meta[name=description], meta[property='og:title'], meta[property='og:description']",
  ))
    texts.push(meta.getAttribute("content")!);
  return texts;
};

const isEnglish = readTexts("en");
/** Languages in other letters, where every word in Latin ones is suspect. */
const NOT_LATIN = ["uk", "ja", "zh", "ar"];

/**
 * Makes a function that lists the English texts of the page that is open.
 * @param names what is the same in every language, as regular expressions, longer ones before their parts
 */
export function leftEnglishOf(language: string, names: string[]) {
  const isTranslated = readTexts(language);
  const NAME = new RegExp(names.join("|"), "g");
  return async () =>
    [
      ...new Set(
        (await page.evaluate(listTexts)).map(clean).map(withoutSiteName),
      ),
    ].filter((text) =>
      NOT_LATIN.includes(language)
        ? /\p{sc=Latin}{3}/u.test(text.replace(NAME, ""))
        : isEnglish(text) && !isTranslated(text),
    );
}
