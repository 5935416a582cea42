import type { ServerMapTimelineView, ServerMapView } from '#contract/monitor.server-map.ts'
import { createSharedRead } from '#server/platform/cache/read-cache.ts'
import { clock } from '#server/platform/clock.ts'
import { MINUTE } from '#server/platform/durations.ts'
import { livingPipes } from './pipes.service.ts'
import {
  KEPT_SECONDS,
  ServerMinuteModel,
  type PipeDocument,
  type ServerMinuteDocument,
} from './pipes.model.ts'
import { loadQueue } from './queue-figures.ts'

const sharedRead = createSharedRead<ServerMapView>({ name: 'server map', load })

/** Every process, the queue and the open alerts now. Parallel calls share one read. */
export const serverMap = (): Promise<ServerMapView> => sharedRead.get()

async function load(): Promise<ServerMapView> {
  const at = clock.date().toISOString()
  const [pipes, { openAlerts, ...queue }] = await Promise.all([livingPipes(), loadQueue()])
  return { at, pipes: pipes.map(present), queue, openAlerts }
}

const present = ({
  _id,
  startedAt,
  at,
  surroundings: _,
  ...pipe
}: PipeDocument): ServerMapView['pipes'][number] => ({
  id: _id,
  ...pipe,
  startedAt: startedAt.toISOString(),
  at: at.toISOString(),
})

/** The same as it was in the minute of this moment. Without a process when none has written then. */
export async function serverMapAt(moment: string): Promise<ServerMapView> {
  const minute = new Date(Math.floor(Date.parse(moment) / MINUTE) * MINUTE)
  const rows = await ServerMinuteModel.find({ at: minute }).lean<ServerMinuteDocument[]>()
  const { openAlerts = 0, ...queue } = rows.find(({ queue: found }) => found)?.queue ?? {}
  const at = minute.toISOString()
  return {
    at,
    pipes: rows
      .flatMap(({ pipe }) => (pipe ? [{ ...pipe, at }] : []))
      .toSorted((a, b) => a.startedAt.localeCompare(b.startedAt) || a.id.localeCompare(b.id)),
    queue: 'waiting' in queue ? queue : null,
    openAlerts,
  }
}

/** The curve of the last 24 hours. */
export async function serverMapTimeline(): Promise<ServerMapTimelineView> {
  const from = new Date(clock.now() - KEPT_SECONDS * 1000)
  const minutes = await ServerMinuteModel.aggregate<{
    _id: Date
    pipes: number
    sockets: number
    delivery: number | null
  }>([
    { $match: { at: { $gte: from }, pipe: { $exists: true } } },
    {
      $group: {
        _id: '$at',
        pipes: { $sum: 1 },
        sockets: { $sum: '$pipe.sockets' },
        delivery: { $max: '$pipe.delivery.p95' },
      },
    },
    { $sort: { _id: 1 } },
  ])
  return {
    minutes: minutes.map(({ _id, ...figures }) => ({ at: _id.toISOString(), ...figures })),
  }
}
