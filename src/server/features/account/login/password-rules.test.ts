import { expect, test } from 'vitest'
import { MESSAGES } from '#contract/errors.ts'
import { assertStrongPassword } from './passwords.service.ts'

const ANN = { handle: 'ann_boleyn', email: 'ann.b@palace.example' }

test.each([
  'Password1!',
  'Password123!',
  'changeme123',
  'Welcome2026',
  'qwertyuiop',
  'qwertyuiop12',
  'letmein2024',
  '1qaz2wsx',
  '!!sunshine!!',
  '2026welcome',
  'pumpkin8492',
  'P@ssw0rd',
  'P@$$w0rd!!',
  'm0nk3y99',
  'we1come2026',
  'f00tba11',
  'aaaaaaaa',
  '11111111111',
  'aaaaaaaa1',
  'abababab',
  'abcdabcdab',
  'aB3$aB3$aB3$',
  'abcdefghijk',
  '9876543210',
  'ijklmnop',
  '👑👑👑👑👑👑👑👑',
  'royalflush',
  'RoyalFlush1',
  'royal_flush!',
  'royalflush-king',
  'flush royal flush',
])('refuses %s, which is common', async (password) => {
  await expect(assertStrongPassword(password, ANN)).rejects.toThrow(MESSAGES.passwordTooCommon)
})

test.each([
  'ann_boleyn',
  'AnnBoleyn2026!',
  'ann.b@palace.example',
  'ANN.B@palace.example1',
  'annb-annb',
  '12ann_boleyn34',
  'annboleyn-password',
])('refuses %s, which is made of the name or the address', async (password) => {
  await expect(assertStrongPassword(password, ANN)).rejects.toThrow(MESSAGES.passwordPersonal)
})

test.each([
  'one-for-the-throne',
  'correct horse battery staple',
  'flush-the-crown-7',
  'a-second-throne-entirely',
  'mein-kleiner-hund',
  'Tr0ub4dor&3',
  'K7$kd92l',
  'xk29fjqp',
  'annoyed otters swim',
  'the\u0301-throne-room',
  '王座の間でお待ちください',
  'boleyn was my hamster',
])('takes %s', async (password) => {
  await expect(assertStrongPassword(password, ANN)).resolves.toBeUndefined()
})

test('a very short local part of an address does not spoil a password that holds it by chance', async () => {
  const check = assertStrongPassword('a-second-throne-entirely', {
    handle: 'somebody',
    email: 'a@palace.example',
  })
  await expect(check).resolves.toBeUndefined()
})
