import { describe } from 'vitest'
import { shareServerWith } from '#tests/support/server.ts'

// Settings that the product reads at its start. Each is for one of these files, and the others do not notice it.
shareServerWith({
  env: { PASSWORD_COST: 'normal', CONFIRM_ADDRESS: 'required', ADMIN_SECOND_FACTOR: 'required' },
})

describe('Passwords', async () => void (await import('./account/password-cost.cases.ts')))
describe('The address of an account', async () => void (await import('./account/confirm-address.cases.ts')))
describe('The door of admins', async () => void (await import('./admin/admin-second-factor.cases.ts')))
