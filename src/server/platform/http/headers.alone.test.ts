import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { config } from '../config.ts'
import { loadConfig } from '../load-config.ts'

test.each([
  ['', 'max-age=31536000'],
  ['subdomains', 'max-age=31536000; includeSubDomains'],
  ['preload', 'max-age=31536000; includeSubDomains; preload'],
])('HSTS=%s: browsers keep to https for %s', async (setting, header) => {
  Object.assign(config, loadConfig({ ...process.env, PUBLIC_URL: 'https://royal.example', HSTS: setting }))
  // The module reads the settings when it is loaded: once more for each.
  const { secureHeaders } = (await import(`./headers.ts?hsts=${setting}`)) as typeof import('./headers.ts')
  const server = express().use(secureHeaders).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  expect(headers.get('strict-transport-security')).toBe(header)
})
