/** Parses the options of curl. Distinguishes options with a value from flags, so that a credential is never mistaken for the URL. */
import { CommandFailure } from '../../helpers/command-failure.ts';

const splitNames = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

const withValue: ReadonlySet<string> = new Set(
  splitNames(
    'abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to',
    'continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode',
    'delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare',
    'etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode',
    'happy-eyeballs-timeout-ms haproxy-clientip header help hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway json',
    'keepalive-cnt keepalive-time key key-type knownhosts krb libcurl limit-rate local-port login-options mail-auth mail-from',
    'mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max',
    'parallel-max-host pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert',
    'proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey',
    'proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey',
    'quote random-file range rate referer request request-target resolve retry retry-delay retry-max-time sasl-authzid',
    'service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit speed-time ssl-sessions',
    'stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii',
    'trace-config unix-socket upload-file upload-flags url url-query user user-agent variable vlan-priority write-out',
  ),
);

const flags: ReadonlySet<string> = new Set(
  splitNames(
    'alpn anyauth append basic buffer ca-native cert-status clobber compressed compressed-ssh create-dirs crlf digest',
    'disable disable-eprt disable-epsv disallow-username-in-url doh-cert-status doh-insecure eprt epsv fail fail-early',
    'fail-with-body false-start follow form-escape ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl ftp-ssl-ccc',
    'ftp-ssl-control ftp-ssl-reqd get globoff haproxy-protocol head http0.9 http1.0 http1.1 http2 http2-prior-knowledge',
    'http3 http3-only ignore-content-length include insecure ipv4 ipv6 junk-session-cookies keepalive list-only location',
    'location-trusted mail-rcpt-allowfails manual metalink mptcp negotiate netrc netrc-optional next npn ntlm ntlm-wb',
    'out-null parallel parallel-immediate path-as-is post301 post302 post303 progress-bar progress-meter proxy-anyauth',
    'proxy-basic proxy-ca-native proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast',
    'proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel raw remote-header-name remote-name remote-name-all remote-time',
    'remove-on-error retry-all-errors retry-connrefused sasl-ir sessionid show-error show-headers silent skip-existing',
    'socks5-basic socks5-gssapi socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd',
    'ssl-revoke-best-effort sslv2 sslv3 styled-output suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options',
    'tls-earlydata tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-ids trace-time use-ascii verbose version xattr',
  ),
);

/** Short options with a value. Those that describe the request have their long name. */
const shortWithValue: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'AbcCDeEhHKmoPQrtTuUwxyYz'].map((letter) => [letter, 'dropped'])),
  d: 'data',
  F: 'form',
  X: 'request',
};
const shortFlags: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'#012346aBfgijJklLMnNOpqRsSvVZ'].map((letter) => [letter, 'dropped'])),
  ':': 'next',
  G: 'get',
  I: 'head',
};

/** Option or positional argument. */
export interface CurlOption {
  /** Long name; `dropped` for an option that does not describe the request, `undefined` for a positional argument. */
  readonly name: string | undefined;
  /** Empty for a flag. */
  readonly value: string;
}

/** Expands a long option. Like curl, accepts any unique prefix. */
function expandName(name: string): string {
  const base = name.replace(/^(?:expand|no)-/, '');
  if (withValue.has(name) || flags.has(name)) return name;
  if (name.startsWith('expand-') && withValue.has(base)) return 'variable';
  if (name.startsWith('no-') && flags.has(base)) return 'silent';
  const [match, ...others] = [...withValue, ...flags].filter((option) => option.startsWith(name));
  if (match === undefined || others.length > 0)
    throw new CommandFailure(`the curl command has the option --${name}, which is not supported; remove it`);
  return match;
}

/** Reads the options and positional arguments of a command in order, up to the next request (`--next`) of the command. */
export function* readOptions(words: readonly string[]): Generator<CurlOption> {
  let areOptions = true;
  let index = 0;
  const next = () => {
    index += 1;
    return words[index] ?? '';
  };
  for (; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!areOptions || !/^-./s.test(word)) yield { name: undefined, value: word };
    else if (word === '--') areOptions = false;
    else {
      for (const option of word.startsWith('--') ? [readLong(word, next)] : readShort(word, next)) {
        if (option.name === 'next') return;
        yield option;
      }
    }
  }
}

function readLong(word: string, next: () => string): CurlOption {
  const [, typed = '', attached] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  const name = expandName(typed);
  return { name, value: withValue.has(name) ? (attached ?? next()) : '' };
}

/** Reads a cluster of short options such as `-sSXPOST`: the characters after an option with a value are the value. */
function* readShort(word: string, next: () => string): Generator<CurlOption> {
  for (let at = 1; at < word.length; at += 1) {
    const letter = word.charAt(at);
    const name = shortWithValue[letter];
    if (name !== undefined) {
      yield { name, value: word.slice(at + 1) || next() };
      return;
    }
    const flag = shortFlags[letter];
    if (flag === undefined)
      throw new CommandFailure(`the curl command has the option -${letter}, which is not supported; remove it`);
    yield { name: flag, value: '' };
  }
}
