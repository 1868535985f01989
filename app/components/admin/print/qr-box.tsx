import { plural } from "#core/words.ts";
import { useState } from "react";
import { ROCK_NUMBER_MAX } from "#core/limits.ts";
import { printSheet } from "./print-window.ts";
import { Failure, Field, SelectField } from "#app/components/fields/field.tsx";
import { submits } from "#app/components/admin/ui/forms.tsx";
import { Link } from "@remix-run/react";
import { Part } from "#app/components/admin/ui/screen.tsx";
import { WarningIcon } from "#app/components/ui/more-icons.tsx";
import type { create } from "qrcode";
import { CodePicture, outlineOfCode } from "#app/components/book/qr-code.tsx";

const START = 101;

type Amount = "all" | "one" | "rest";

interface QrProps {
  siteName: string;
  publicUrl: string;
  start?: number;
  labels?: Amount;
}

export function QrBox({
  siteName,
  publicUrl,
  start: firstStart = START,
  labels = "all",
}: QrProps) {
  const [typed, setTyped] = useState(String(firstStart));
  const [amount, setAmount] = useState<Amount>(labels);
  const [position, setPosition] = useState("1");
  const [failure, setFailure] = useState<string>();
  const start = readWhole(typed, ROCK_NUMBER_MAX);
  const first = amount === "all" ? 1 : readWhole(position, LABELS);
  const rocks =
    start === undefined || first === undefined
      ? []
      : listRocks(start, amount === "one" ? 1 : LABELS - first + 1);

  async function print(fields: FormData) {
    if (first === undefined || rocks.length === 0) return;
    const chosen = fields.get("paper") === "Letter" ? "Letter" : "A4";
    const { width, height } = papers[chosen];
    setFailure(undefined);
    const isMade = await printSheet(async () => {
      const { create } = await import("qrcode");
      return {
        title: `QR codes ${rocks[0]}–${rocks.at(-1)}, ${chosen}, ${width} × ${height} mm`,
        css: sheetCss(chosen),
        pages: (
          <QrSheet
            siteName={siteName}
            publicUrl={publicUrl}
            rocks={rocks}
            position={first}
            encode={create}
          />
        ),
      };
    });
    if (!isMade) setFailure("The sheet could not be made.");
  }

  return (
    <Part id="qr-codes" title="Create QR Codes">
      <AddressNotice publicUrl={publicUrl} />
      <form className="admin-form" onSubmit={submits(print)}>
        <Field
          label="Start of the rock range"
          type="number"
          min={1}
          max={ROCK_NUMBER_MAX}
          required
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={
            start === undefined
              ? `A whole number from 1 to ${ROCK_NUMBER_MAX}.`
              : undefined
          }
        />
        <SelectField
          label="Labels"
          value={amount}
          onChange={({ currentTarget }) =>
            setAmount(currentTarget.value as Amount)
          }
        >
          <option value="all">{`All ${LABELS}`}</option>
          <option value="one">One label</option>
          <option value="rest">From a position on</option>
        </SelectField>
        {amount !== "all" && (
          <Field
            label="Position on the sheet"
            type="number"
            min={1}
            max={LABELS}
            required
            value={position}
            onChange={({ currentTarget }) => setPosition(currentTarget.value)}
            error={
              first === undefined
                ? `A whole number from 1 to ${LABELS}.`
                : undefined
            }
          />
        )}
        <SelectField label="Paper" name="paper" defaultValue="A4">
          <option value="A4">A4</option>
          <option value="Letter">Letter</option>
        </SelectField>
        <button className="btn btn--quiet" disabled={rocks.length === 0}>
          Print Preview
        </button>
      </form>
      <p className="job-status breaks" role="status">
        {rocks.length > 0 &&
          `Range: ${rocks[0]} to ${rocks.at(-1)} (${rocks.length} ${plural(rocks.length, "code")})`}
      </p>
      <p className="soft">{`Print it at 100 %, without fitting it to the page. Each code leads to ${publicUrl}/qr.`}</p>
      <Failure>{failure}</Failure>
    </Part>
  );
}

function readWhole(text: string, max: number) {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= max ? number : undefined;
}

/** Numbers from `start` on. After the last number there is no rock that a code could lead to. */
const listRocks = (start: number, count: number) =>
  Array.from({ length: count }, (_, index) => start + index).filter(
    (rock) => rock <= ROCK_NUMBER_MAX,
  );

export function AddressNotice({ publicUrl }: { publicUrl: string }) {
  if (isReached(publicUrl)) return null;
  return (
    <p className="notice breaks">
      <WarningIcon />
      <span>
        <span>{`QR codes would lead to ${publicUrl}, which a finder’s phone can’t open. Paint can’t be undone, so set the site’s public address first: `}</span>
        <Link to="/admin/settings">Settings</Link>
      </span>
    </p>
  );
}

/** A sheet of QR codes, cut into labels: 10 columns of 11 rows. All lengths are in millimetres. */

const papers = {
  A4: { width: 210, height: 297 },
  Letter: { width: 215.9, height: 279.4 },
} as const;
type Paper = keyof typeof papers;

const COLUMNS = 10;
const ROWS = 11;
const LABELS = COLUMNS * ROWS;

/** Most printers can't print nearer to the edge. */
const MARGIN = 7;
const CODE = 17;

function sheetCss(paper: Paper) {
  const { width, height } = papers[paper];
  const [column, row] = [
    (width - 2 * MARGIN) / COLUMNS,
    (height - 2 * MARGIN) / ROWS,
  ];
  return `
    @page { size: ${width}mm ${height}mm; margin: 0; }
    .sheet {
      display: grid;
      grid-template: repeat(${ROWS}, ${row}mm) / repeat(${COLUMNS}, ${column}mm);
      width: ${width}mm;
      height: ${height}mm;
      padding: ${MARGIN}mm;
      overflow: hidden;
      break-after: page;
    }
    .sheet:last-child { break-after: auto; }
    .label {
      display: flex;
      flex-direction: column;
      align-items: center;
      justify-content: center;
      min-width: 0;
      outline: 0.1mm dashed #bbb;
      font: 2mm/1.2 "Nunito Sans", Arial, sans-serif;
      white-space: nowrap;
      overflow: hidden;
    }
    .label svg { display: block; width: ${CODE}mm; height: ${CODE}mm; }
  `;
}

function QrSheet({
  siteName,
  publicUrl,
  rocks,
  position,
  encode,
}: QrProps & {
  rocks: number[];
  /** The place of the first label, from 1. Those before it stay empty. */
  position: number;
  /** From the package `qrcode`, which is loaded when a sheet is printed. */
  encode: typeof create;
}) {
  // A letter is about half as wide as it is high, so that the name fits the label.
  const fontSize = `${Math.min(2, (CODE * 2) / siteName.length)}mm`;
  return (
    <section className="sheet">
      {rocks.map((rock, index) => {
        const place = position - 1 + index;
        const gridArea = `${Math.floor(place / COLUMNS) + 1} / ${(place % COLUMNS) + 1}`;
        const address = `${publicUrl}/qr?r=${rock}`;
        // The strongest error correction, because rain, scratches and moss may take a third of a code on a rock.
        const { modules } = encode(address, { errorCorrectionLevel: "H" });
        return (
          <div key={rock} className="label" style={{ gridArea }}>
            <span style={{ fontSize }}>{siteName}</span>
            <CodePicture label={address} code={outlineOfCode(modules)} />
            <span>{`rock: ${rock}`}</span>
          </div>
        );
      })}
    </section>
  );
}

const MACHINE = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;
const HOUSE =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cde][^\]]*\]|[^.[\]]+|.*\.(local|lan|home\.arpa|internal))$/;

/** Whether devices elsewhere can open an address, by its host. */
export function isReached(address: string) {
  const { hostname } = new URL(address);
  return !MACHINE.test(hostname) && !HOUSE.test(hostname);
}
