import { useEffect, useRef } from "react";
import { printSheet } from "#app/components/admin/print/print-window.ts";
import { useToast } from "#app/components/toast/toast-region.tsx";
import { Button } from "#app/components/ui/button.tsx";

const CSS = `
  body { margin: 20mm; background: #fff; color: #000; font: 12pt/1.5 sans-serif; }
  li { font: 14pt/2 monospace; }
`;

/** The recovery codes, the only time that they can be read. */
export function RecoveryCodeSheet({
  codes,
  onKept,
}: {
  codes: string[];
  onKept: () => void;
}) {
  const toast = useToast();
  const lead = useRef<HTMLParagraphElement>(null);
  useEffect(() => lead.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      toast("Copied");
    } catch {
      toast("They could not be copied.", { isFailure: true });
    }
  }

  const print = () =>
    void printSheet(() => ({
      title: "Recovery codes",
      css: CSS,
      fill: (document) => [fillSheet(document, codes)],
    }));

  return (
    <div className="security-codes">
      <p ref={lead} tabIndex={-1}>
        Without the phone, one of these recovery codes gets you in, once each.
        Keep them where the phone is not. <b>They can’t be shown again.</b>
      </p>
      <ol>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="security-actions row">
        <Button onClick={onKept}>I have kept them</Button>
        <Button look="quiet" onClick={() => void copy()}>
          Copy
        </Button>
        <Button look="quiet" onClick={print}>
          Print
        </Button>
      </div>
    </div>
  );
}

function fillSheet(document: Document, codes: string[]) {
  const sheet = document.createElement("section");
  const heading = document.createElement("h1");
  heading.textContent = "Recovery codes";
  const use = document.createElement("p");
  use.textContent = `Each signs in once at ${window.location.host}, after the password.`;
  const list = document.createElement("ol");
  for (const code of codes) {
    const item = document.createElement("li");
    item.textContent = code;
    list.append(item);
  }
  sheet.append(heading, use, list);
  return sheet;
}
