import { countOf, formatCount } from "#domain/core/words.ts";
import { Link } from "@remix-run/react";
import { useRef, type ReactNode } from "react";
import { usePictures, type PicturesState } from "./use-pictures.ts";
import { Button } from "#app/components/ui/button.tsx";
import "./book.css";

interface Props {
  /** What the book is made from. */
  back: { to: string; label: string };
  volume: number;
  volumes: number;
  /** The sheets. */
  children: ReactNode;
}

/** Shows the sheets of a book as they will be printed, and prints them once all pictures are there. */
export function Book({ back, volume, volumes, children }: Props) {
  const sheets = useRef<HTMLDivElement>(null);
  const pictures = usePictures(sheets);
  const isReady = pictures !== undefined && pictures.done === pictures.all;

  return (
    <div className="book">
      <div className="book-bar row">
        <Link to={back.to}>{back.label}</Link>
        {volumes > 1 && <Volumes volume={volume} volumes={volumes} />}
        {pictures && !isReady && (
          <progress
            aria-label="Pictures"
            max={pictures.all}
            value={pictures.done}
          />
        )}
        <p className="book-status soft" role="status">
          {pictures && describe(pictures)}
        </p>
        <Button disabled={!isReady} onClick={() => window.print()}>
          Print
        </Button>
        <noscript>
          <p>Please print with your browser’s own menu.</p>
        </noscript>
      </div>
      <div className="book-sheets" ref={sheets}>
        {!isReady && (
          <p className="book-early">
            Printed before all pictures were there. Please wait until the page
            says that they are, and print again.
          </p>
        )}
        {children}
      </div>
    </div>
  );
}

function describe({ all, done, failed }: PicturesState) {
  if (done < all) return `Loading ${countOf(all, "picture")}…`;
  if (failed > 0)
    return `${formatCount(failed)} of ${countOf(all, "picture")} could not be loaded. Reload the page to try again.`;
  return "Ready to print";
}

function Volumes({ volume, volumes }: { volume: number; volumes: number }) {
  return (
    <nav aria-label="Volumes">
      {Array.from({ length: volumes }, (_, index) => index + 1).map((one) => (
        <Link
          key={one}
          to={`?volume=${one}`}
          aria-current={one === volume ? "page" : undefined}
        >
          Volume {one}
        </Link>
      ))}
    </nav>
  );
}
