import type { I18n, MessageDescriptor } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import {
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type FormEvent,
} from "react";
import { flushSync } from "react-dom";
import { RockStone, stonePicture } from "#app/components/ui/pebble.tsx";
import { useRockSummary } from "#app/components/rocks/journey/use-rock-summary.ts";
import { Button, Spinner } from "#app/components/ui/button.tsx";
import { NewTab } from "#app/components/language/new-tab.tsx";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { formatList } from "#app/components/language/lists.ts";
import {
  BotTrap,
  FIND_FIELDS,
  FindField,
  OPTIONAL_FIELDS,
} from "./find-field.tsx";
import { ImageTiles } from "./image-tiles.tsx";
import {
  listMissing,
  type FindDraft,
} from "#app/components/share/queue/use-find-draft.ts";
import { saidOfNone } from "#app/components/share/queue/refused-pictures.ts";
import type {
  DraftFields,
  Refused,
} from "#app/components/share/queue/find-store.ts";
import { WhichRock } from "./which-rock.tsx";
import { asRockNumber } from "#core/limits.ts";
import { messages } from "#core/messages.ts";
import { useIsOnline } from "#app/components/visitor/use-is-online.ts";
import "./upload-form.css";

interface Props {
  draft: FindDraft;
  /** 0 to 1, of the find that is being sent. */
  sentPart?: number;
  /** The last refusal, while its dialog is open. */
  refused?: Refused;
  onSubmit: (fields: Record<string, string>) => void;
}

const PARTS = 4;

/** The first wrong field or refused picture, or Submit. */
const FIRST_TO_MEND =
  "[aria-invalid='true'], .tile-refused button, .upload-send .btn";

const loadPlace = () => import("#app/components/share/place/place-section.tsx");

export function UploadForm({ draft, sentPart, refused, onSubmit }: Props) {
  const { i18n } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const rock = useRockSummary(draft.fields.rockNumber);
  const place = useLoaded(loadPlace);
  const number = useRef<HTMLDivElement>(null);
  const isSending = sentPart !== undefined;
  const isOnline = useIsOnline();
  const missing = listMissing(draft);

  const wasRefused = useRef(false);
  useEffect(() => {
    if (refused) {
      const { images, ...others } = refused.fields;
      setErrors({ ...others, images: saidOfNone(draft.images, images) });
    } else if (wasRefused.current)
      // The dialog that reports the failure is closed.
      form.current?.querySelector<HTMLElement>(FIRST_TO_MEND)?.focus();
    wasRefused.current = refused !== undefined;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `draft` is another with each rendering
  }, [refused]);

  const [fault, setFault] = useState<string>();
  const isComplete = missing.length === 0;
  useEffect(() => {
    const [first] = isComplete ? listInvalid(form.current!) : [];
    setFault(first && describeFault(i18n, first));
  }, [isComplete, draft.fields, i18n]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const invalid = listInvalid(event.currentTarget);
    setErrors(
      Object.fromEntries(
        invalid.map((input) => [input.name, describeFault(i18n, input)]),
      ),
    );
    if (invalid[0]) return invalid[0].focus();
    const fields = Object.fromEntries(
      new FormData(event.currentTarget),
    ) as Record<string, string>;
    const { rockNumber = "" } = fields;
    onSubmit({ ...fields, rockNumber: asRockNumber(rockNumber) || rockNumber });
  }

  const clearError = (name: string) =>
    setErrors(({ [name]: _cleared, ...others }) => others);

  function fillLocation(text: string) {
    draft.setField("location", text);
    clearError("location");
    form.current?.querySelector<HTMLElement>("[name='location']")?.focus();
  }

  /** Answers which rock it is about. The pressed button is gone then. */
  const answering = (answer: () => void) => () => {
    flushSync(answer);
    number.current?.focus();
  };

  const field = (name: keyof DraftFields) => (
    <FindField
      key={name}
      name={name}
      error={errors[name]}
      // The draft keeps what was typed.
      autoComplete={FIND_FIELDS[name].autoComplete ?? "off"}
      value={draft.fields[name]}
      onChange={({
        currentTarget,
      }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        draft.setField(name, currentTarget.value);
        clearError(name);
      }}
    />
  );

  return (
    <form ref={form} className="upload" noValidate onSubmit={submit}>
      <progress
        className="upload-bar bar"
        max={1}
        value={sentPart ?? 1 - missing.length / PARTS}
        aria-label={t(i18n)`Uploading`}
        aria-hidden={!isSending}
      />
      <fieldset className="upload-fields stack" disabled={isSending}>
        {draft.otherScanned ? (
          <WhichRock
            number={draft.fields.rockNumber}
            scanned={draft.otherScanned}
            onKeep={answering(draft.settleRock)}
            onTake={answering(draft.takeScannedRock)}
            onReset={answering(draft.reset)}
          />
        ) : (
          draft.isRestored && (
            <p className="small wash" role="status">
              <Trans>
                What you had entered is still here.{" "}
                <Button look="text" onClick={draft.reset}>
                  Start afresh
                </Button>
              </Trans>
            </p>
          )
        )}
        <div ref={number} tabIndex={-1} className="upload-number row low">
          {field("rockNumber")}
          {draft.fields.rockNumber !== "" && (
            <RockStone
              rockNumber={Number(draft.fields.rockNumber)}
              pin={rock?.pin}
              size={96}
            />
          )}
        </div>
        <ImageTiles
          draft={draft}
          error={
            (draft.imagesError && i18n._(draft.imagesError)) ?? errors.images
          }
          onChange={() => clearError("images")}
        />
        <div className="stack">
          {field("location")}
          {place.part ? (
            <place.part.PlaceSection
              draft={draft}
              stone={stonePicture(Number(draft.fields.rockNumber), rock?.pin)}
              onLocation={fillLocation}
            />
          ) : (
            !place.hasFailed && <div className="upload-place-wait" />
          )}
        </div>
        {field("comment")}
        {field("date")}
        <div className="upload-two columns">{OPTIONAL_FIELDS.map(field)}</div>
        <p className="field-hint">
          <Trans>
            <a href="/privacy" target="_blank">
              Privacy
              <NewTab />
            </a>{" "}
            says what we keep and who sees it.
          </Trans>
        </p>
        <BotTrap />
      </fieldset>
      <div className="upload-send stack tight">
        <p className="soft" aria-live="polite">
          {isSending
            ? t(i18n)`Your find is on its way.`
            : (fault ?? describe(i18n, missing, isOnline))}
        </p>
        <button className="btn" disabled={isSending || missing.length > 0}>
          {isSending && <Spinner />}
          <span>{isSending ? t(i18n)`Uploading` : t(i18n)`Submit`}</span>
        </button>
      </div>
    </form>
  );
}

function describe(i18n: I18n, missing: MessageDescriptor[], isOnline: boolean) {
  if (missing.length > 0) {
    const things = formatList(
      i18n,
      missing.map((thing) => i18n._(thing)),
    );
    return t(i18n)`Still needed: ${things}`;
  }
  return isOnline
    ? t(i18n)`Ready when you are.`
    : t(
        i18n,
      )`You are offline. Submit keeps your find on this device and sends it later.`;
}

const listInvalid = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && !element.checkValidity(),
  );

/** In the page's language, because the browser would say it in its own. */
function describeFault(i18n: I18n, { name, validity }: HTMLInputElement) {
  const isNoDay = name === "date" && validity.badInput;
  const { wrong } = FIND_FIELDS[name as keyof DraftFields];
  return i18n._(isNoDay ? messages.noSuchDay : wrong!);
}
