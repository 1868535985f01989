import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { until } from "../until.ts";

export interface ReceivedMail extends Email {
  /** As it came over the line. */
  raw: string;
  /** Who gets it, as the sender told the server. */
  receivers: string[];
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

export interface MailServerOptions {
  port?: number;
  /** Those that a server before it has taken. */
  mails?: ReceivedMail[];
  /** With which code it refuses to take mails for an address; false or undefined if it takes them. */
  refuse?: (receiver: string) => number | boolean | undefined;
  /** Runs when it has read a mail, before it takes it and says so. */
  beforeTaking?: () => Promise<void>;
  /** It takes mails of this account alone, after STARTTLS; its certificate is its own. Without one, of everybody. */
  account?: { name: string; password: string };
}

function refusal(refused: number | boolean | undefined) {
  if (!refused) return null;
  const responseCode = refused === true ? 550 : refused;
  return Object.assign(new Error("There is nobody here"), { responseCode });
}

/** A real mail server on this machine. */
export async function startMailServer({
  port = 0,
  mails = [],
  refuse = () => undefined,
  beforeTaking = () => Promise.resolve(),
  account,
}: MailServerOptions = {}) {
  const server = new SMTPServer({
    disabledCommands: account ? [] : ["AUTH", "STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === account?.name && password === account?.password
        ? done(null, { user: username })
        : done(new Error("Wrong name or password")),
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => done(refusal(refuse(address))),
    onData: (stream, { envelope }, done) =>
      void buffer(stream).then(async (bytes) => {
        await beforeTaking();
        mails.push({
          ...(await PostalMime.parse(bytes)),
          raw: bytes.toString(),
          receivers: envelope.rcptTo.map(({ address }) => address),
        });
        done();
      }, done),
  });
  await new Promise<void>((resolve) =>
    server.listen(port, "127.0.0.1", resolve),
  );
  const address = server.server.address() as AddressInfo;
  return {
    /** As SMTP_URL takes it. */
    url: `smtp://127.0.0.1:${address.port}`,
    /** In the order in which they were taken. */
    mails,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** What a site needs to send mail to followers. */
export const mailEnv = ({ url }: MailServer) => ({
  SMTP_URL: url,
  MAIL_FROM: "Rocks <rocks@example.org>",
});

/** The key in a mail's link. */
export const keyIn = ({ text = "" }: { text?: string }) =>
  /\/follow#([\w-]{22})\s/.exec(text)![1]!;

/** The mails that an address has got, in small or capital letters. */
export const mailsTo = ({ mails }: MailServer, address: string) =>
  mails.filter(
    ({ receivers: [receiver = ""] }) =>
      receiver.toLowerCase() === address.toLowerCase(),
  );

/** Waits for an address's first mail, or a later one. */
export const mailTo = (server: MailServer, address: string, place = 0) =>
  until(() => mailsTo(server, address)[place]);
