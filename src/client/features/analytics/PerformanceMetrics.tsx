import type { PerformanceView, QuantilesView } from '#contract/analytics.ts'
import { Card } from '#client/ui/Card.tsx'

const times = (quantiles: QuantilesView) =>
  quantiles ? `${quantiles.p50} ms / ${quantiles.p95} ms` : 'No data yet'
const of = (quantiles: QuantilesView, what: string) =>
  quantiles ? `p50 / p95 of ${quantiles.count} ${what}` : what

/** Measurements of the server; none is an estimate. */
export const PerformanceMetrics = ({
  performance: { responses, delivery, eventLoop, sockets, memory },
}: {
  performance: PerformanceView
}) => (
  <Card title="Performance Metrics">
    <dl className="grid gap-4 sm:grid-cols-2">
      <Metric name="Response time" value={times(responses)} note={of(responses, 'calls, last minutes')} />
      <Metric
        name="Socket delivery"
        value={times(delivery)}
        note={of(delivery, 'pushes, to a page and back')}
      />
      <Metric name="Event loop" value={`${eventLoop} ms`} note="slower than this in 1 of 100 turns" />
      <Metric name="Sockets" value={String(sockets)} note="connected to this server" />
      <Metric name="Memory" value={`${memory} MB`} note="of this server's process" />
    </dl>
  </Card>
)

const Metric = ({ name, value, note }: { name: string; value: string; note: string }) => (
  <div>
    <dt className="text-sm text-ink-soft">{name}</dt>
    <dd className="tabular text-lg font-semibold">{value}</dd>
    <dd className="text-xs text-ink-faint">{note}</dd>
  </div>
)
