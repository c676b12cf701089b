/** TCP route to the upstream: direct or through a proxy, and the trusted certificate authorities. */
export interface UpstreamRoute {
  /** Proxy to the upstream, with user and password if required. */
  readonly proxy?: URL | undefined;
  /** Hosts to connect to without the proxy, in the format of NO_PROXY. */
  readonly noProxy?: string | undefined;
  /** PEM certificates of the authorities to trust for the upstream, instead of Node's defaults. */
  readonly authorities?: string | undefined;
}
