import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import {
  useRef,
  type ReactElement,
  useEffect,
  useState,
  type RefObject,
} from "react";
import { Button } from "#app/components/ui/button.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import { formatDay } from "#core/languages/format-day.ts";
import { useKeptOn, useSite } from "#app/components/ui/use-site.ts";
import { QrCode, type CodeOutline } from "./qr-code.tsx";
import { createCanvas, isFaithful } from "#app/components/ui/draw.ts";
import "./book.css";

interface Props {
  back: { to: string; label: string };
  volume: number;
  volumes: number;
  title: string;
  /** The language of the title, if it is not the page's. */
  lang?: string;
  days: readonly [first: string, latest: string] | undefined;
  picture: ReactElement;
  about: Elements;
  goesOn: { heading: string; text: string };
  address: string;
  code: CodeOutline;
  children: Elements;
}

/** Shows the sheets of a book as they will be printed, and prints them once all pictures are there. */
export function Book({
  back,
  volume,
  volumes,
  title,
  lang,
  days,
  picture,
  about,
  goesOn,
  address,
  code,
  children,
}: Props) {
  const { t, i18n } = useLingui();
  const isKept = useKeptOn() !== undefined;
  const sheets = useRef<HTMLDivElement>(null);
  const pictures = usePictures(sheets);
  const isReady = pictures !== undefined && pictures.done === pictures.all;

  return (
    <div className="book">
      {!isKept && (
        <div className="book-bar row wrap">
          <Link className="text-btn" to={back.to}>
            {back.label}
          </Link>
          {volumes > 1 && <Volumes volume={volume} volumes={volumes} />}
          <p className="book-status soft" role="status">
            {pictures && describe(i18n, pictures)}
          </p>
          {pictures && !isReady && (
            <progress
              aria-label={t`Pictures`}
              max={pictures.all}
              value={pictures.done}
            />
          )}
          <Button disabled={!isReady} onClick={() => window.print()}>
            <Trans>Print</Trans>
          </Button>
          <noscript>
            <p>{t`Please print with your browser’s own menu.`}</p>
          </noscript>
        </div>
      )}
      <div className="book-sheets" ref={sheets}>
        <section className="book-sheet book-title">
          <div className="book-cover">{picture}</div>
          <div className="book-words stack stack--centre">
            <h1 dir="auto" lang={lang}>
              {title}
            </h1>
            {days && <p className="book-days">{formatDays(i18n, days)}</p>}
            {volumes > 1 && (
              <p>
                <Trans>
                  Volume {volume} of {volumes}
                </Trans>
              </p>
            )}
            {about}
          </div>
          <Memorial />
        </section>
        {children}
        {!isKept && (
          <section className="book-sheet book-last">
            <div className="book-words stack stack--centre">
              <h2>{goesOn.heading}</h2>
              <p>{goesOn.text}</p>
              <QrCode code={code} className="book-code" />
              <p className="breaks">{address}</p>
            </div>
            <Memorial />
          </section>
        )}
      </div>
    </div>
  );
}

function describe(i18n: I18n, { all, done, failed }: PicturesState) {
  if (done < all)
    return t(
      i18n,
    )`${plural(all, { one: "Loading # picture…", other: "Loading # pictures…" })}`;
  const lost = i18n.number(failed);
  if (failed > 0)
    return t(
      i18n,
    )`${plural(all, { one: `${lost} of # picture could not be loaded. Reload the page to try again.`, other: `${lost} of # pictures could not be loaded. Reload the page to try again.` })}`;
  return t(i18n)`Ready to print`;
}

function Volumes({ volume, volumes }: { volume: number; volumes: number }) {
  const { t } = useLingui();
  return (
    <nav className="wrap" aria-label={t`Volumes`}>
      {Array.from({ length: volumes }, (_, index) => index + 1).map((one) => (
        <Link
          key={one}
          className="text-btn"
          to={`?volume=${one}`}
          aria-current={one === volume ? "page" : undefined}
        >
          <Trans>Volume {one}</Trans>
        </Link>
      ))}
    </nav>
  );
}

function Memorial() {
  const { t } = useLingui();
  const { memorial_name, memorial_dates, lang } = useSite().site;
  return (
    <p className="book-memorial">
      <span>{t`In memory of ${memorial_name}`}</span>
      {memorial_dates && (
        <span lang={lang.memorial_dates}>{memorial_dates}</span>
      )}
    </p>
  );
}

function formatDays(i18n: I18n, [first, latest]: readonly [string, string]) {
  const from = formatDay(i18n, first);
  const to = formatDay(i18n, latest);
  return first === latest ? from : t(i18n)`${from} – ${to}`;
}

interface PicturesState {
  all: number;
  /** Loaded and ready, or failed. */
  done: number;
  failed: number;
}

/** Loads the pictures in an element and makes them ready to print, one after the other. */
function usePictures(
  within: RefObject<HTMLElement>,
): PicturesState | undefined {
  const [state, setState] = useState<PicturesState>();

  useEffect(() => {
    const images = [...within.current!.querySelectorAll("img")];
    const encoded: string[] = [];
    let isStale = false;
    const prepare = async () => {
      let failed = 0;
      for (const [done, image] of images.entries()) {
        if (isStale) return;
        setState({ all: images.length, done, failed });
        try {
          await image.decode();
          const jpeg = await encodeForPrint(image);
          if (!jpeg || isStale) continue;
          image.src = URL.createObjectURL(jpeg);
          encoded.push(image.src);
          await image.decode();
        } catch {
          failed += 1;
        }
      }
      if (!isStale)
        setState({ all: images.length, done: images.length, failed });
    };
    void prepare();
    return () => {
      isStale = true;
      encoded.forEach((url) => URL.revokeObjectURL(url));
    };
  }, [within]);

  return state;
}

const QUALITY = 0.88;

/**
 * Encodes a loaded picture as JPEG. Chromium takes a JPEG into a PDF as it is, but stores a WebP as plain pixels:
 * 200 photographs were 1.1 GB and took three minutes.
 */
async function encodeForPrint(image: HTMLImageElement) {
  // Some browsers keep pages from reading pictures.
  if (!(await isFaithful())) return null;
  const { naturalWidth: width, naturalHeight: height } = image;
  const { context, encode } = createCanvas(width, height);
  // The paper, behind a picture that is transparent in places.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
  return encode("image/jpeg", QUALITY);
}
