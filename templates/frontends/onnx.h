/** The newest opset that this library supports. */
#define BL_ONNX_NEWEST_OPSET $newest

/** By bl_dtype: ONNX's names, and its numbers in TensorProto.DataType. */
BL_API extern const char *const bl_onnx_dtype_names[BL_DTYPE_COUNT];
BL_API extern const uint8_t bl_onnx_data_types[BL_DTYPE_COUNT];

/** The dtypes of ONNX that Broadloom lacks; the last entry has the name NULL. */
BL_API extern const bl_foreign_dtype bl_onnx_foreign_dtypes[];
