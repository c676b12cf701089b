/** Secrets that can be recognised by their form: PEM blocks, tokens with well-known prefixes, JSON Web Tokens. */

/** Replaces a secret. */
export const redacted = '[redacted]';

const pemStart = /-----BEGIN [A-Z0-9][A-Z0-9 ]{0,63}-----/g;
const pemEnd = /-----END [A-Z0-9][A-Z0-9 ]{0,63}-----/g;

/** Masks each PEM block in a string. A block without an end is masked to the end of the string. */
function maskPemBlocks(text: string): string {
  let shown = '';
  let from = 0;
  for (;;) {
    pemStart.lastIndex = from;
    const start = pemStart.exec(text);
    if (start === null) return shown + text.slice(from);
    shown += text.slice(from, start.index) + redacted;
    pemEnd.lastIndex = pemStart.lastIndex;
    if (pemEnd.exec(text) === null) return shown;
    from = pemEnd.lastIndex;
  }
}

/** Tokens by the prefixes that their issuers publish for scanners. Each requires enough characters to exclude ordinary words. */
const tokenForms = [
  'gl(?:pat|ptt|dt|rt|rtr|cbt|ft|imt|agent|soat|oas|ffct|wt)-[\\w.-]{16,}',
  'gh[oprsu]_\\w{30,}',
  'github_pat_\\w{20,}',
  'xox[a-z]-[\\w-]{10,}',
  'xapp-[\\w-]{10,}',
  '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}',
  'AIza[\\w-]{30,}',
  'ya29\\.[\\w-]{20,}',
  'GOCSPX-[\\w-]{20,}',
  'sk-[a-z]{2,10}(?:-[a-z0-9]{2,10})?-[\\w-]{20,}',
  'sk-[A-Za-z0-9]{32,}',
  '[rs]k_(?:live|test)_\\w{10,}',
  'whsec_\\w{10,}',
  'npm_\\w{30,}',
  'pypi-[\\w-]{16,}',
  'dckr_(?:pat|oat)_[\\w-]{20,}',
  'dop_v1_\\w{20,}',
  'hf_\\w{20,}',
  'hv[sbr]\\.[\\w-]{20,}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  'shp(?:at|ca|pa|ss)_\\w{20,}',
  'ATATT[\\w=-]{20,}',
  'AGE-SECRET-KEY-1[A-Z0-9]{20,}',
  // JSON Web Tokens, signed or encrypted. Starting at whole runs only keeps the search linear.
  '(?<![\\w-])eyJ[\\w-]{8,}\\.[\\w-]{8,}(?:\\.[\\w-]*){1,3}',
];
const token = new RegExp(`(?<![A-Za-z0-9])(?:${tokenForms.join('|')})`, 'g');
/** URLs of webhooks, whose last segments are the credential. */
const webhookUrl =
  /(\/\/(?:hooks\.slack\.com|discord(?:app)?\.com\/api|[a-z0-9]{1,30}\.webhook\.office\.com)\/)\w[^\s"'<>]*/gi;
/** Credentials in the form of an `Authorization` header. A digit or a sign distinguishes them from prose. */
const authorization = /\b(bearer|basic)( +)(?=[a-z._~+/-]{0,200}[0-9=])[\w.~+/-]{8,}=*/gi;

/** Matches each string that contains a token. */
const suspicious = /bearer|basic|[-_.]|A[A-Z]{3}|AIza|ATATT/i;

/** Masks PEM blocks, tokens with well-known prefixes, URLs of webhooks and credentials of an `Authorization` header. Linear in the length. */
export function maskSecretForms(text: string): string {
  let shown = text;
  if (text.includes('-----BEGIN ')) shown = maskPemBlocks(shown);
  if (suspicious.test(text))
    shown = shown
      .replace(token, redacted)
      .replace(webhookUrl, `$1${redacted}`)
      .replace(authorization, `$1$2${redacted}`);
  return shown;
}
