import { useRevalidator } from "@remix-run/react";
import { useState, type FormEvent, useEffect, useRef } from "react";
import type {
  SecondFactorSetUp,
  SecondFactorState,
} from "#domain/account/answers.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { QrCode } from "#app/components/admin/ui/qr-code.tsx";
import { Field } from "#app/components/fields/field.tsx";
import { Failure } from "#app/components/fields/failure.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CheckIcon } from "#app/components/ui/more-icons.tsx";
import { describeMoment } from "#app/components/words/days.ts";
import { printSheet } from "#app/components/admin/print/print-window.ts";
import { useToast } from "#app/components/toast/toast-region.tsx";

/** From this many left on, it is time for new ones. */
const FEW_CODES = 3;

/** Switches the second factor on and off. */
export function SecondFactorBox({
  state,
  now,
}: {
  state: SecondFactorState;
  now: string;
}) {
  const [setUp, setSetUp] = useState<SecondFactorSetUp>();
  const [codes, setCodes] = useState<string[]>();
  return (
    <section className="security-part stack" aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      {codes ? (
        <RecoveryCodeSheet codes={codes} onKept={() => setCodes(undefined)} />
      ) : state.on_dt !== null ? (
        <SwitchedOn
          state={state}
          since={state.on_dt}
          now={now}
          onCodes={setCodes}
        />
      ) : setUp ? (
        <SetUp
          setUp={setUp}
          onCancel={() => setSetUp(undefined)}
          onCodes={(codes) => {
            setSetUp(undefined);
            setCodes(codes);
          }}
        />
      ) : (
        <SwitchedOff onSetUp={setSetUp} />
      )}
    </section>
  );
}

function SwitchedOff({
  onSetUp,
}: {
  onSetUp: (setUp: SecondFactorSetUp) => void;
}) {
  const { call, isBusy, failure } = useSave();

  async function begin() {
    const begun = await call("POST /api/account/second-factor", {});
    if (begun.ok) onSetUp(begun.answer);
  }

  return (
    <>
      <p>
        Off. Once it is on, signing in takes your password and a code from an
        app on your phone. Whoever learns the password can’t get in with it
        alone.
      </p>
      <Failure>{failure}</Failure>
      <Button busy={isBusy} onClick={() => void begin()}>
        Set it up
      </Button>
    </>
  );
}

function SetUp({
  setUp: { secret, address },
  onCancel,
  onCodes,
}: {
  setUp: SecondFactorSetUp;
  onCancel: () => void;
  onCodes: (codes: string[]) => void;
}) {
  const { call, isBusy, failure, wrong } = useSave();
  const { revalidate } = useRevalidator();

  async function switchOn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code"));
    const on = await call("PUT /api/account/second-factor", { body: { code } });
    if (!on.ok) return;
    onCodes(on.answer.recovery_codes);
    revalidate();
  }

  return (
    <div className="security-setup">
      <QrCode text={address} label="The code to scan with your app" />
      <div>
        <p>
          Scan this with an authenticator app on your phone. If you can’t, type
          this into the app:
        </p>
        <p className="security-secret">
          {secret.match(/.{1,4}/g)!.map((part, index) => (
            <span key={index}>{`${part} `}</span>
          ))}
        </p>
        <form onSubmit={(event) => void switchOn(event)}>
          <Field
            label="The six digits that the app shows now"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={64}
            required
            error={wrong("code")}
          />
          {!wrong("code") && <Failure>{failure}</Failure>}
          <div className="security-actions row">
            <Button type="submit" busy={isBusy}>
              Switch on
            </Button>
            <Button look="quiet" disabled={isBusy} onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </form>
      </div>
    </div>
  );
}

function SwitchedOn({
  state: { codes_left, is_readable },
  since,
  now,
  onCodes,
}: {
  state: SecondFactorState;
  since: string;
  now: string;
  onCodes: (codes: string[]) => void;
}) {
  const { call, isBusy, failure } = useSave();
  const { revalidate } = useRevalidator();

  async function renew() {
    const made = await call("POST /api/account/recovery-codes", {});
    if (!made.ok) return;
    onCodes(made.answer.recovery_codes);
    revalidate();
  }

  async function switchOff() {
    if (!window.confirm("Sign in with the password alone from now on?")) return;
    await call(
      "DELETE /api/account/second-factor",
      {},
      {
        toast: () => "The second factor is off.",
      },
    );
    revalidate();
  }

  return (
    <>
      <p className="security-on row">
        <CheckIcon />
        <span>{`On since ${describeMoment(since, now)}`}</span>
      </p>
      {!is_readable && (
        <p className="security-note notice">
          The codes of your app can’t be checked any more, because
          SESSION_SECRET was changed. Switch it off with a recovery code, and
          set it up again.
        </p>
      )}
      <p
        className={codes_left <= FEW_CODES ? "security-note notice" : undefined}
      >
        {codes_left === 0
          ? "No recovery code is left. If you lose the phone, only whoever runs the site can let you in."
          : `${codes_left} of 10 recovery codes are left, for a day without the phone.`}
      </p>
      <Failure>{failure}</Failure>
      <div className="security-actions row">
        <Button look="quiet" busy={isBusy} onClick={() => void renew()}>
          New recovery codes
        </Button>
        <Button
          look="danger"
          disabled={isBusy}
          onClick={() => void switchOff()}
        >
          Switch off
        </Button>
      </div>
    </>
  );
}

const CSS = `
  body { margin: 20mm; background: #fff; color: #000; font: 12pt/1.5 sans-serif; }
  li { font: 14pt/2 monospace; }
`;

/** The recovery codes, the only time that they can be read. */
function RecoveryCodeSheet({
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
