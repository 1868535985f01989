import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { plural } from "#core/words.ts";
import type {
  AdminSession,
  EventKind,
  SecondFactorSetUp,
  SecondFactorState,
  SecurityEvent,
} from "#domain/account/answers.ts";
import { useList, type Page } from "#app/components/admin/data/use-list.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { printSheet } from "#app/components/admin/print/print-window.ts";
import {
  ListStates,
  ShowMore,
} from "#app/components/admin/table/admin-table.tsx";
import {
  EditForm,
  NewPasswordField,
  readTexts,
  submits,
} from "#app/components/admin/ui/forms.tsx";
import { QrCode } from "#app/components/admin/ui/qr-code.tsx";
import { EmptyState, Part } from "#app/components/admin/ui/screen.tsx";
import { Failure, Field } from "#app/components/fields/field.tsx";
import { describeMoment } from "#app/components/language/english.ts";
import { useToast } from "#app/components/toast/toast-region.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { AlertIcon, CheckIcon } from "#app/components/ui/more-icons.tsx";

const BOX = "stack stack--start";

export function PasswordBox({ isFixed }: { isFixed: boolean }) {
  const save = useSave();
  const { revalidate } = useRevalidator();

  async function submit(fields: FormData) {
    const saved = await save.call(
      "PUT /api/account/password",
      { body: readTexts(fields, "password") },
      { toast: () => "The password was changed. All other sessions ended." },
    );
    if (!saved.ok) return;
    save.getForm().reset();
    revalidate();
  }

  return (
    <Part id="password" title="Password" className={BOX}>
      {isFixed ? (
        <p>
          ADMIN_PASSWORD sets it where the site runs, so it can only be changed
          there. A start with another one ends every session.
        </p>
      ) : (
        <EditForm what="password" save={save} onSubmit={submit}>
          <NewPasswordField label="New password" />
          <Button type="submit" look="quiet" busy={save.isBusy}>
            Change the password
          </Button>
        </EditForm>
      )}
    </Part>
  );
}

export function SessionList({
  sessions,
  now,
}: {
  sessions: AdminSession[];
  now: string;
}) {
  const { revalidate } = useRevalidator();
  const { call, isBusy, failure } = useSave();
  const heading = useRef<HTMLHeadingElement>(null);
  const others = sessions.filter(({ is_this }) => !is_this);

  async function end(sessionId?: string) {
    const ended = sessionId
      ? await call(
          "DELETE /api/account/sessions/:sessionId",
          { params: { sessionId } },
          { toast: () => "It has ended." },
        )
      : await call(
          "DELETE /api/account/sessions",
          {},
          { toast: () => "They have ended." },
        );
    if (ended.ok) heading.current?.focus();
    revalidate();
  }

  return (
    <Part id="sessions" title="Signed in" className={BOX} heading={heading}>
      <ul className="full lined">
        {sessions.map((session) => {
          const since = `since ${describeMoment(session.begun_dt, now)}`;
          return (
            <li
              key={session.session_id}
              className="security-session row breaks"
            >
              <div className="grows">
                <b className="name">
                  <span>{session.browser || "A browser"}</span>
                  {session.is_this && <span className="pill">This one</span>}
                </b>
                <small className="wrap">
                  <span>{session.address_prefix}</span>
                  <span>{since}</span>
                  <span>{`last used ${describeMoment(session.seen_dt, now)}`}</span>
                </small>
              </div>
              {!session.is_this && (
                <Button
                  look="danger"
                  of={`${session.browser}, ${since}`}
                  disabled={isBusy}
                  onClick={() => void end(session.session_id)}
                >
                  End
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Failure>{failure}</Failure>
      {others.length > 0 ? (
        <Button look="quiet" busy={isBusy} onClick={() => void end()}>
          {plural(others.length, "End the other one", "End all others")}
        </Button>
      ) : (
        <p className="soft">Nobody is signed in anywhere else.</p>
      )}
    </Part>
  );
}

const EVENTS: Record<EventKind, [words: string, isNotable?: boolean]> = {
  "signed-in": ["Signed in"],
  "sign-in-refused": ["A sign-in was refused", true],
  "signed-out": ["Signed out"],
  "session-ended": ["A session was ended"],
  "other-sessions-ended": ["All other sessions were ended"],
  "second-factor-on": ["The second factor was switched on"],
  "second-factor-off": ["The second factor was switched off", true],
  "second-factor-reset": ["The second factor was reset by the operator", true],
  "recovery-code-used": ["A recovery code was used", true],
  "recovery-codes-renewed": ["New recovery codes were made"],
  "credentials-changed": ["Username or password was changed", true],
  "set-up": ["The site was set up, and its password chosen", true],
  "password-changed": ["The password was changed", true],
  "password-reset": ["The password was reset by the operator", true],
  "backup-restored": ["A backup was restored", true],
  "settings-changed": ["Settings were changed", true],
};

const keyOf = ({ event_key }: SecurityEvent) => event_key;

export function EventList({
  first,
  now,
}: {
  first: Page<SecurityEvent>;
  now: string;
}) {
  const list = useList("GET /api/account/events", {}, { keyOf, first });
  return (
    <Part
      id="events"
      title="What happened"
      className={`${BOX} security-events`}
    >
      <ListStates
        list={list}
        empty={
          <EmptyState>
            Nothing yet. Sign-ins and changes are kept here for 90 days.
          </EmptyState>
        }
        failed="The events could not be loaded."
      >
        {(events) => (
          <ul className="full lined">
            {events.map((event) => (
              <Event key={event.event_key} event={event} now={now} />
            ))}
          </ul>
        )}
      </ListStates>
      <ShowMore list={list} />
    </Part>
  );
}

function Event({
  event: { what, at, browser, address_prefix, times },
  now,
}: {
  event: SecurityEvent;
  now: string;
}) {
  const [words, isNotable] = EVENTS[what];
  const isRefusal = what === "sign-in-refused";
  const from = address_prefix || (isRefusal ? "Many networks" : "");
  return (
    <li
      className={`security-event row wrap breaks ${isNotable ? "is-notable" : ""}`}
    >
      {isNotable ? <AlertIcon /> : <CheckIcon />}
      <b className="grows">
        {times > 1 ? `${times} sign-ins were refused` : words}
      </b>
      <span className="grows">
        {[browser, from].filter(Boolean).join(", ")}
      </span>
      <time dateTime={at}>{describeMoment(at, now)}</time>
    </li>
  );
}

/** From this many left on, it is time for new ones. */
const FEW_CODES = 3;

export function SecondFactorBox({
  state: { on_dt, codes_left, is_readable },
  now,
}: {
  state: SecondFactorState;
  now: string;
}) {
  const [setUp, setSetUp] = useState<SecondFactorSetUp>();
  const [codes, setCodes] = useState<string[]>();
  const { revalidate } = useRevalidator();
  const { call, isBusy, failure, wrong } = useSave();

  async function begin() {
    const begun = await call("POST /api/account/second-factor", {});
    if (begun.ok) setSetUp(begun.answer);
  }

  async function switchOn(fields: FormData) {
    const on = await call("PUT /api/account/second-factor", {
      body: readTexts(fields, "code"),
    });
    if (!on.ok) return;
    setSetUp(undefined);
    setCodes(on.answer.recovery_codes);
    revalidate();
  }

  async function renew() {
    const made = await call("POST /api/account/recovery-codes", {});
    if (!made.ok) return;
    setCodes(made.answer.recovery_codes);
    revalidate();
  }

  async function switchOff() {
    if (!window.confirm("Sign in with the password alone from now on?")) return;
    await call(
      "DELETE /api/account/second-factor",
      {},
      { toast: () => "The second factor is off." },
    );
    revalidate();
  }

  const off = (
    <>
      <p>
        Off. Once it is on, signing in takes your password and a code from an
        app on your phone. Whoever learns the password can’t get in with it
        alone.
      </p>
      <Failure>{!wrong("code") && failure}</Failure>
      <Button busy={isBusy} onClick={() => void begin()}>
        Set it up
      </Button>
    </>
  );
  const steps = setUp && (
    <div className="wrap loose">
      <QrCode text={setUp.address} label="The code to scan with your app" />
      <div className="stack grows">
        <p>
          Scan this with an authenticator app on your phone. If you can’t, type
          this into the app:
        </p>
        <p className="security-secret">
          {setUp.secret.match(/.{1,4}/g)!.map((part, index) => (
            <span key={index}>{`${part} `}</span>
          ))}
        </p>
        <form className="stack" onSubmit={submits(switchOn)}>
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
          <div className="buttons wrap">
            <Button type="submit" busy={isBusy}>
              Switch on
            </Button>
            <Button
              look="quiet"
              disabled={isBusy}
              onClick={() => setSetUp(undefined)}
            >
              Cancel
            </Button>
          </div>
        </form>
      </div>
    </div>
  );
  const on = on_dt !== null && (
    <>
      <p className="security-on row">
        <CheckIcon />
        <b>{`On since ${describeMoment(on_dt, now)}`}</b>
      </p>
      {!is_readable && (
        <p className="notice">
          The codes of your app can’t be checked any more, because
          SESSION_SECRET was changed. Switch it off with a recovery code, and
          set it up again.
        </p>
      )}
      <p className={codes_left <= FEW_CODES ? "notice" : undefined}>
        {codes_left === 0
          ? "No recovery code is left. If you lose the phone, only whoever runs the site can let you in."
          : `${codes_left} of 10 recovery codes are left, for a day without the phone.`}
      </p>
      <Failure>{failure}</Failure>
      <div className="buttons wrap">
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
  return (
    <Part id="second-factor" title="Second factor" className={BOX}>
      {codes ? (
        <RecoveryCodeSheet codes={codes} onKept={() => setCodes(undefined)} />
      ) : (
        on || steps || off
      )}
    </Part>
  );
}

const CSS = `
  body { margin: 20mm; background: #fff; color: #000; font: 12pt/1.5 sans-serif; }
  li { font: 14pt/2 monospace; }
`;

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
  const list = (
    <ol>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ol>
  );

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
      pages: (
        <section>
          <h1>Recovery codes</h1>
          <p>{`Each signs in once at ${window.location.host}, after the password.`}</p>
          {list}
        </section>
      ),
    }));

  return (
    <div className="security-codes stack">
      <p ref={lead} tabIndex={-1}>
        Without the phone, one of these recovery codes gets you in, once each.
        Keep them where the phone is not. <b>They can’t be shown again.</b>
      </p>
      {list}
      <div className="buttons wrap">
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
