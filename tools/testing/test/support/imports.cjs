'use strict';

exports.load = () => import('node:path');
