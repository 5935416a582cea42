import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

/** Preloaded into a measured server, in place of /etc/resolv.conf: its only name server is the one at NAME_SERVER. */
class ResolverOfOne extends dns.promises.Resolver {
  constructor(...options: ConstructorParameters<typeof dns.promises.Resolver>) {
    super(...options)
    this.setServers([process.env['NAME_SERVER']!])
  }
}
dns.promises.Resolver = ResolverOfOne
syncBuiltinESMExports()
