import { Plural, Trans } from "@lingui/react/macro";
import { useState, type ComponentProps } from "react";
import { Button, Spinner } from "#app/components/ui/button.tsx";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import type { FacesEditorProps } from "./faces-editor.tsx";

const load = () => import("./faces-editor.tsx");

type Props = Omit<FacesEditorProps, "onClose" | "isSearched"> &
  Partial<Pick<FacesEditorProps, "isSearched">> &
  Pick<ComponentProps<typeof Button>, "look" | "disabled"> & {
    /** The picture's name for screen readers. */
    of: string;
    /** Called when it is opened, for example to load the picture. */
    onOpen?: () => void;
  };

export function HideFaces({
  of,
  src,
  blurs,
  isSearched,
  onOpen,
  onDone,
  ...button
}: Props) {
  const [isOpen, setIsOpen] = useState(false);
  /** As far as this visit knows. */
  const [wasSearched, setWasSearched] = useState<boolean>();
  const { part } = useLoaded(isOpen ? load : undefined);
  return (
    <>
      <Button
        {...button}
        aria-busy={isOpen && !part}
        onClick={() => {
          setIsOpen(true);
          onOpen?.();
        }}
      >
        {/* Not disabled, because the focus would not come back to it. */}
        {isOpen && !part && <Spinner />}
        {blurs && blurs.length > 0 ? (
          <span key={blurs.length}>
            <Plural
              value={blurs.length}
              one="# face hidden"
              other="# faces hidden"
            />
          </span>
        ) : (
          <span key="none">
            <Trans>Hide faces</Trans>
          </span>
        )}
        <span className="sr">{of}</span>
      </Button>
      {isOpen && part && (
        <part.FacesEditor
          {...{ src, blurs }}
          isSearched={isSearched ?? wasSearched ?? blurs !== undefined}
          onDone={async (blurs, isSearched, changed) => {
            await onDone(blurs, isSearched, changed);
            setWasSearched(isSearched);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
