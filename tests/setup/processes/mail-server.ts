import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail extends Email {
  /** As it came over the line. */
  raw: string;
  /** Who gets it, as the sender told the server. */
  receivers: string[];
}

export interface MailServer {
  /** As SMTP_URL takes it. */
  url: string;
  /** In the order in which they were taken. */
  mails: ReceivedMail[];
  stop: () => Promise<void>;
}

/** A real mail server on this machine. */
export async function startMailServer({
  port = 0,
  mails = [],
  refuse = () => false,
  beforeTaking = () => Promise.resolve(),
  account,
}: {
  port?: number;
  /** Those that a server before it has taken. */
  mails?: ReceivedMail[];
  /** Whether it refuses to take mails for an address. */
  refuse?: (receiver: string) => boolean;
  /** Runs when it has read a mail, before it takes it and says so. */
  beforeTaking?: () => Promise<void>;
  /** It takes mails of this account alone, after STARTTLS; its certificate is its own. Without one, of everybody. */
  account?: { name: string; password: string };
} = {}): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: account ? [] : ["AUTH", "STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === account?.name && password === account?.password
        ? done(null, { user: username })
        : done(new Error("Wrong name or password")),
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) =>
      done(refuse(address) ? new Error("There is nobody here") : null),
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
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
