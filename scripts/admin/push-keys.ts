import { replacePushKeys } from '#server/features/notifications/push/push-keys.ts'
import { say } from '../with-store.ts'
import { adminCommand, recordForHouse } from './command.ts'

/** The keys that sign pushes. */
export const PUSH_KEYS = {
  'new-push-keys': adminCommand({
    usage: 'new-push-keys',
    about:
      'Makes new keys of web push (VAPID), in place of keys that are lost or known to others.\nDevices get no pushes until their browsers have subscribed again, which they do by themselves at the next visit.',
    async run() {
      const devices = await replacePushKeys((tx) => recordForHouse(tx, 'house.push-keys'))
      say(`New keys of web push are made. ${devices} devices get pushes again when their people come back.`)
    },
  }),
}
