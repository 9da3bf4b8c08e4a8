'use strict';

// Stands in for a module that no test needs.
