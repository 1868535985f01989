import { Fragment, type ReactNode } from "react";

interface Props {
  /** From the domain's `renderMarkdown`. */
  html: string;
  /** Replaces a horizontal rule in the text. */
  atLine?: ReactNode;
}

/** Shows the site's Markdown, which the server has rendered. */
export function Markdown({ html, atLine = <hr /> }: Props) {
  return html.split("<hr>\n").map((part, index) => (
    <Fragment key={index}>
      {index > 0 && atLine}
      <div
        className="markdown"
        dir="auto"
        dangerouslySetInnerHTML={{ __html: part }}
      />
    </Fragment>
  ));
}
