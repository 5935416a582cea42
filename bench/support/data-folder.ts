import path from 'node:path'

// The bench has its own data folder. Import this first: the product reads its settings when it is imported.
const folder = path.resolve(process.env['DATA_DIR'] ?? 'data', 'bench')
Object.assign(process.env, { DATA_DIR: folder, UPLOADS_DIR: path.join(folder, 'uploads'), LOG_LEVEL: 'warn' })
