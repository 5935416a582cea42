import { describe } from 'vitest'
import { shareGatewayWith } from './support/bare-gateway.ts'

// The gateway alone, with the real limits; one for both.
shareGatewayWith({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1', SOCKETS_PER_ADDRESS: '50' })

describe('Sockets', async () => void (await import('./bounds.cases.ts')))
describe('Frames', async () => void (await import('./frames.cases.ts')))
