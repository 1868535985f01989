import { Fragment, type ReactElement } from "react";

interface Props {
  html: string;
  lang?: string;
  /** Replaces a horizontal rule in the text. */
  atLine?: ReactElement;
}

/** Shows the site's Markdown, which the server has rendered. */
export function Markdown({ html, lang, atLine = <hr /> }: Props) {
  return html.split("<hr>\n").map((part, index) => (
    <Fragment key={index}>
      {index > 0 && atLine}
      <div
        className="markdown"
        dir="auto"
        lang={lang}
        dangerouslySetInnerHTML={{ __html: part }}
      />
    </Fragment>
  ));
}
