import { Lexer, Marked, type Token, type TokensList } from "marked";
import { escapeXml } from "#core/escape-xml.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import { opensInNewTab } from "#core/languages/new-tab.ts";
import { getSettings } from "#core/settings.server.ts";

const PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/** Below the page's own heading. */
const TOP_LEVEL = 2;

/** Levels of quotes, lists and emphasis within each other. What is deeper is shown as typed. */
const NESTED_MAX = 20;

/** Marks in one paragraph. One with more is shown as typed, because the time that marked takes grows with their square. */
const MARKS_MAX = 300;
const MARK = /[*_~`[\]<!]/g;

/** Lines without a blank one between, in a quote or a list's item. More of them are shown as typed, for the same reason. */
const LINES_MAX = 400;

/** marked calls itself for each level, so thousands of levels would overflow the stack. */
class ShallowLexer<P, R> extends Lexer<P, R> {
  #blocks = 0;
  #inlines = 0;

  override blockTokens(text: string, to?: Token[], cut?: boolean): Token[];
  override blockTokens(
    text: string,
    to?: TokensList,
    cut?: boolean,
  ): TokensList;
  override blockTokens(text: string, to: Token[] = [], cut = false) {
    const isLong = this.#blocks > 0 && hasLongBlock(text);
    if (this.#blocks > NESTED_MAX || isLong) return asTyped(text, to);
    this.#blocks += 1;
    try {
      return super.blockTokens(text, to, cut);
    } finally {
      this.#blocks -= 1;
    }
  }

  override inlineTokens(text: string, to: Token[] = []) {
    const marks = text.match(MARK)?.length ?? 0;
    if (this.#inlines > NESTED_MAX || marks > MARKS_MAX)
      return asTyped(text, to);
    this.#inlines += 1;
    try {
      return super.inlineTokens(text, to);
    } finally {
      this.#inlines -= 1;
    }
  }
}

function hasLongBlock(text: string) {
  let lines = 0;
  return text.split("\n").some((line) => {
    lines = line.trim() === "" ? 0 : lines + 1;
    return lines > LINES_MAX;
  });
}

function asTyped(text: string, to: Token[]) {
  to.push({ type: "text", raw: text, text });
  return to;
}

const makeMarked = (language: string) =>
  new Marked({
    async: false,
    hooks: {
      provideLexer: () => (text, options) =>
        new ShallowLexer(options).lex(text),
    },
    renderer: {
      html: ({ text }) => escapeXml(text),
      // After a tag such as <script>, marked takes text for HTML and doesn't escape it.
      text: (token) =>
        "escaped" in token && token.escaped ? escapeXml(token.text) : false,
      heading({ tokens, depth }) {
        const level = Math.max(TOP_LEVEL, depth);
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const site = getSettings().PUBLIC_URL;
        if (!URL.canParse(href, site)) return text;
        const { protocol, origin } = new URL(href, site);
        if (!PROTOCOLS.has(protocol)) return text;
        return protocol === "mailto:" || origin === new URL(site).origin
          ? `<a href="${escapeXml(href)}">${text}</a>`
          : `<a href="${escapeXml(href)}" target="_blank" rel="noopener noreferrer">${text}${sayNewTab(language)}</a>`;
      },
      image: ({ text }) => escapeXml(text),
    },
  });

/** In the page's language, while the text around it may be in another. */
const sayNewTab = (language: string) =>
  `<span class="sr" lang="${language}"> ${escapeXml(speak(language)._(opensInNewTab))}</span>`;

/** HTML that never runs a script: raw HTML is text, links lead to http, https and mailto, pictures are words. */
export const renderMarkdown = (text: string, language: string) =>
  makeMarked(language).parse(text) as string;
