import { Failure } from "#app/components/fields/failure.tsx";
import type { MailState } from "#domain/review/daily-mail.server.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { Button } from "#app/components/ui/button.tsx";
import { SiteSection } from "./site-section.tsx";

/** Says who gets the daily mail and how it is doing, and sends a mail to try it. */
export function DailyMailBox({ mail }: { mail: MailState | undefined }) {
  return (
    <SiteSection
      id="daily-mail"
      title="Daily mail"
      now={mail ? (mail.error ? "Could not be sent" : `At ${mail.at}`) : "Off"}
    >
      {mail ? (
        <MailSwitchedOn mail={mail} />
      ) : (
        <p>
          Off. Once whoever runs the site has set SMTP_URL, a mail comes on days
          when finds are waiting.
        </p>
      )}
    </SiteSection>
  );
}

function MailSwitchedOn({
  mail: { to, at, sent_dt, error },
}: {
  mail: MailState;
}) {
  const { call, isBusy, failure } = useSave();
  const send = () =>
    call(
      "POST /api/mail-test",
      { body: {} },
      {
        toast: () => "The test mail was sent",
      },
    );
  return (
    <>
      <p>
        At {at} on days when finds are waiting, to {to.join(" and ")}.
        {sent_dt !== undefined &&
          ` The last one was sent on ${sent_dt.slice(0, 16).replace("T", " at ")} UTC.`}
      </p>
      <Failure>
        {error !== undefined &&
          `The newest one could not be sent: ${error} The site keeps trying.`}
      </Failure>
      <Button look="quiet" busy={isBusy} onClick={() => void send()}>
        Send a test mail
      </Button>
      <Failure>{failure}</Failure>
    </>
  );
}
