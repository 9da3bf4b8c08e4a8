const Buffer = { isOwn: true };

module.exports = { Buffer, load: () => import('node:os') };
