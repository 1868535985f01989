import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, type FormEvent, useState } from "react";
import { Failure, Field } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { read, type ApiError } from "#app/components/api/send.ts";
import { pageLanguage } from "#app/components/language/load-texts.ts";
import "./follow.css";

interface Props {
  rockNumber: number;
  /** The visitor's own find. They are not told of it. */
  find?: { uuid: string; find_key: string };
  email?: string;
}

/** Asks for an e-mail address that is told when a rock moves on. The answer is the same for every address. */
export function FollowForm({ rockNumber, find, email }: Props) {
  const { t, i18n } = useLingui();
  const [state, setState] = useState<"open" | "sending" | "sent">("open");
  const [failure, setFailure] = useState<ApiError>();
  const form = useRef<HTMLFormElement>(null);
  const isSending = state === "sending";
  useEffect(() => {
    if (failure) form.current?.querySelector("input")?.focus();
  }, [failure]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { value } = event.currentTarget.querySelector("input")!;
    setState("sending");
    setFailure(undefined);
    try {
      const lang = pageLanguage();
      await read("POST /api/rocks/:rockNumber/follow", {
        params: { rockNumber },
        body: { email: value.trim(), find, lang },
      });
      setState("sent");
    } catch (error) {
      setFailure(error as ApiError);
      setState("open");
    }
  }

  if (state === "sent")
    return <Sent rockNumber={rockNumber} onAgain={() => setState("open")} />;
  return (
    <form
      ref={form}
      className="follow stack"
      // Without JavaScript, a page answers it.
      action={`/api/rocks/${rockNumber}/follow`}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label={t`Tell me when this rock moves on`}
    >
      <p className="lead">
        <Trans>Would you like to know where it goes next?</Trans>
      </p>
      <fieldset className="stack" disabled={isSending}>
        <Field
          label={t`Your e-mail address`}
          hint={t`First we send one mail and ask whether it was you. Then one whenever somebody finds this rock again, until you stop them with one press.`}
          error={failure?.fields.email}
          type="email"
          dir="ltr"
          name="email"
          required
          maxLength={254}
          autoComplete="email"
          defaultValue={email}
        />
        <input type="hidden" name="lang" value={i18n.locale} />
        {find && (
          <input type="hidden" name="find" value={JSON.stringify(find)} />
        )}
        {failure && !failure.fields.email && (
          <Failure>{failure.message}</Failure>
        )}
        <p className="buttons wrap">
          <Button type="submit" look="quiet" busy={isSending}>
            <Trans>Tell me when this rock moves on</Trans>
          </Button>
        </p>
      </fieldset>
    </form>
  );
}

function Sent({
  rockNumber,
  onAgain,
}: {
  rockNumber: number;
  onAgain: () => void;
}) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current!.focus(), []);
  return (
    <div className="follow wash">
      <p role="status" tabIndex={-1} ref={words}>
        <Trans>
          <b>If the address is right, a mail is on its way.</b> Open the link in
          it, and we tell you when rock {rockNumber} moves on.
        </Trans>
      </p>
      <p>
        <Button look="text" onClick={onAgain}>
          <Trans>Use another address</Trans>
        </Button>
      </p>
    </div>
  );
}
