import { Fragment, type ReactNode } from "react";

interface Props {
  /** As `renderMarkdown` of the domain gives it. */
  html: string;
  /** Stands where the text has a line of its own across it. */
  atLine?: ReactNode;
}

/** The site's own Markdown, rendered by the server. */
export function Markdown({ html, atLine = <hr /> }: Props) {
  return html.split("<hr>\n").map((part, index) => (
    <Fragment key={index}>
      {index > 0 && atLine}
      <div className="markdown" dangerouslySetInnerHTML={{ __html: part }} />
    </Fragment>
  ));
}
