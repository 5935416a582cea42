import { z } from 'zod'
import { PushDeviceInput, PushSettingInput, PushView } from '#contract/notifications.push.ts'
import { Id } from '#contract/primitives.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { addDevice, pushView, removeDevice } from './push-devices.service.ts'
import { changePushSetting } from './push-settings.service.ts'

// Settings of one's own devices: a suspended person may change them.
const route = routesOf({ tag: 'notifications', access: 'user', whileSuspended: true })
const answers = { 200: PushView }
const deviceRate = rateLimit('push-devices', 20, 60)

export const pushRoutes = [
  route.get('/notifications/push', {
    summary: "The viewer's settings and devices of web push, and the server's key",
    limit: 'read',
    answers,
    handle: ({ viewer, req }) => pushView(viewer, req.session.name ?? ''),
  }),
  route.patch('/notifications/push', {
    summary: 'Change one setting of web push',
    limit: 'write',
    body: PushSettingInput,
    answers,
    handle: async ({ viewer, body, req }) => {
      await changePushSetting(viewer.id, body)
      return pushView(viewer, req.session.name ?? '')
    },
  }),
  route.put('/notifications/push/device', {
    summary: 'Send pushes to this browser from now on',
    limit: deviceRate,
    body: PushDeviceInput,
    answers,
    handle: async ({ viewer, body, req }) => {
      await addDevice(viewer, req.session.name ?? '', body)
      return pushView(viewer, req.session.name ?? '')
    },
  }),
  route.delete('/notifications/push/devices/:id', {
    summary: 'Send no more pushes to one of the viewer’s devices',
    limit: 'write',
    params: z.object({ id: Id }),
    answers,
    handle: async ({ viewer, params, req }) => {
      await removeDevice(viewer, params.id)
      return pushView(viewer, req.session.name ?? '')
    },
  }),
]
