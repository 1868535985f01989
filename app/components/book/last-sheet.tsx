import type { SiteNames } from "#domain/site/answers.ts";
import type { CodeOutline } from "./qr-code.ts";
import { useKeptOn } from "#app/components/ui/use-kept-on.ts";
import { QrCode } from "./qr-code.tsx";
import { Memorial } from "./title-sheet.tsx";

interface Props {
  heading: string;
  text: string;
  address: string;
  code: CodeOutline;
  site: SiteNames;
}

/** Says where the book's subject goes on: its address, as a QR code and in letters. */
export function LastSheet({ heading, text, address, code, site }: Props) {
  if (useKeptOn()) return null;
  return (
    <section className="book-sheet book-last">
      <div className="book-words">
        <h2>{heading}</h2>
        <p>{text}</p>
        <QrCode code={code} className="book-code" />
        <p className="book-address">{address}</p>
      </div>
      <Memorial site={site} />
    </section>
  );
}
