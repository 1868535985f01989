/** Consequences of a mail that could not be sent, for its address. */

interface MailError {
  /** The mail server's answer, such as `550 5.1.1 There is nobody here`. */
  response?: string;
  responseCode?: number | false;
  code?: string;
  /** The last SMTP command. */
  command?: string;
  syscall?: string;
}

/**
 * `no-good`: the address is wrong. `later`: another try may be better. `server`: nothing was said about the address,
 * because the mail server is away or doesn't take the site's mails.
 */
type Verdict = "no-good" | "later" | "server";

/** Steps before the receiver is named. */
const BEFORE_RECEIVER = /^(CONN|[EHL]+LO|STARTTLS|AUTH\b.*|MAIL FROM)$/;
/**
 * Codes of the mail system, the contents and the rules of the server. They don't speak of the address, but for 5.6.7:
 * the address has letters that the server will never take.
 */
const NOT_ABOUT_ADDRESS = /^5\d\d[ -]5\.(?!6\.7\b)[367]\./;
const CLOSING = 421;
/** nodemailer's error, without a step, if each connection ended before anything was sent over it. */
const isWithoutConnection = ({ code, command }: MailError) =>
  code === "ECONNECTION" && command === undefined;

export function judge(error: unknown): Verdict {
  const { response = "", responseCode, command = "" } = error as MailError;
  const isOfServer =
    BEFORE_RECEIVER.test(command) ||
    responseCode === CLOSING ||
    isWithoutConnection(error as MailError);
  if (isOfServer) return "server";
  const isRefused = Number(responseCode) >= 500;
  return isRefused && !NOT_ABOUT_ADDRESS.test(response) ? "no-good" : "later";
}

/** Whether the mail server can't have taken the mail. A server that closes may have taken it just before. */
export function isSurelyRefused(error: unknown) {
  const { responseCode, syscall } = error as MailError;
  const isAnswer = Number(responseCode) >= 400 && responseCode !== CLOSING;
  return isAnswer || syscall === "connect";
}
