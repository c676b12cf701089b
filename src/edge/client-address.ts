/** Which address a request counts for: that of its connection, or the one that trusted proxies tell of. */
import type { IncomingHttpHeaders } from 'node:http';
import { type BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';

/** Addresses of a header that are looked at, and the characters of the longest. */
const [mostHops, longestAddress] = [32, 64];
const withPort = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/i;
const mapped = /^::ffff:(?=\d+\.)/;

/** An address in its usual form, without a port, and IPv4 within IPv6 as IPv4; undefined for anything else. */
export function addressIn(text: string): string | undefined {
  if (text.length > longestAddress) return undefined;
  const trimmed = text.trim();
  const [, inBrackets, beforePort] = withPort.exec(trimmed) ?? [];
  const address = inBrackets ?? beforePort ?? trimmed;
  if (isIPv4(address)) return address;
  if (!isIPv6(address) || address.includes('%')) return undefined;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(mapped, '');
}

/** The network of one client: an IPv4 address as it is, an IPv6 address by its first 64 bits. */
export function networkOf(address = ''): string {
  if (!address.includes(':')) return address;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros: string[] = new Array(Math.max(0, 8 - front.length - back.length)).fill('0');
  const groups = tail === undefined ? front : [...front, ...zeros, ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** What of a request tells its address. */
export interface AddressedRequest {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

/** Tells the clients behind trusted proxies apart. */
export class ClientAddresses {
  readonly #proxies: BlockList | undefined;

  /** @param proxies networks whose `X-Forwarded-For` is believed; none where absent */
  constructor(proxies: BlockList | undefined) {
    this.#proxies = proxies;
  }

  /** Whether a request comes directly from a trusted proxy. */
  isFromProxy({ socket }: AddressedRequest): boolean {
    return this.#proxies !== undefined && this.#trusts(addressIn(socket.remoteAddress ?? ''));
  }

  /** The network that a request counts for. */
  networkOf({ socket, headers }: AddressedRequest): string {
    if (this.#proxies === undefined) return networkOf(socket.remoteAddress);
    return networkOf(this.#clientOf(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? '')));
  }

  /** The address of the client, as the upstream is told it; undefined where no proxy is trusted to tell it. */
  addressOf({ socket, headers }: AddressedRequest): string | undefined {
    if (this.#proxies === undefined) return undefined;
    const client = this.#clientOf(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''));
    return addressIn(client);
  }

  /** The last address, from the connection back through the header, that no trusted proxy has. What is no address ends the way. */
  #clientOf(peer: string, forwarded: string): string {
    let client = addressIn(peer) ?? peer;
    let end = forwarded.length;
    for (let hops = 0; hops < mostHops && end > 0 && this.#trusts(client); hops++) {
      const comma = forwarded.lastIndexOf(',', end - 1);
      const before = addressIn(forwarded.slice(Math.max(comma + 1, end - longestAddress - 1), end));
      if (before === undefined) return client;
      client = before;
      end = comma;
    }
    return client;
  }

  #trusts(address: string | undefined): boolean {
    if (this.#proxies === undefined || address === undefined) return false;
    return this.#proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  }
}
